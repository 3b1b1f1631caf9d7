# Paddock in a container: docker build -t paddock . && docker run --env-file .env -v paddock:/data paddock
# A backup while it runs: docker exec CONTAINER /paddock backup /data/backup.db
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /paddock . && mkdir /data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /paddock /paddock
COPY --from=build --chown=10001:10001 /data /data
COPY --from=build --chown=10001:10001 /data /backups
USER 10001:10001
ENV PADDOCK_DB=/data/paddock.db
VOLUME /data
HEALTHCHECK --interval=1m --timeout=10s CMD ["/paddock", "health"]
ENTRYPOINT ["/paddock"]

#!/usr/bin/env bash
# Guess (2026-11-30): a daily job of the npm package cron runs once a day, also on the day on which the
#   clocks go back, and at its own hour unless that hour is one that comes twice.
# Version: cron 4.4.0 (npm), on Node.js 20, whose mock timers let the days pass.
# Behaviour: the hour that runs twice is the wrong one. A job in the hour that comes twice runs once.
#   One in the hour behind it, which comes once, runs an hour early and again at its time.
# Seen: Berlin, 31 October 2027, the hour from 2 comes twice: a job at 2:30 runs once, one at 3:00 at
#   2:00 and at 3:00, one at 4:00 once. New York, 7 November 2027: one at 2:00 at 1:00 and at 2:00.
# Source: observed; getNextDateFrom in time.ts goes back an hour also where the two hours before are
#   alike, which is so just behind the repeated hour (since pull request 966, for issue 881).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund cron@4.4.0

cat >early.mjs <<'JS'
import { mock } from 'node:test';
import { CronJob } from 'cron';

// runs says at which local times a job runs within 20 hours, and counts them.
const runs = (line, zone, start) => {
	mock.timers.enable({ apis: ['Date', 'setTimeout'], now: new Date(start) });
	const local = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'long' });
	const times = [];
	const job = new CronJob(line, () => times.push(local.format(new Date())), null, true, zone);
	for (let minute = 0; minute < 20 * 60; minute++) mock.timers.tick(60_000);
	job.stop();
	mock.timers.reset();
	console.log(`${line} ${zone}: ${times.join(', ')}`);
	return times.length;
};
const seen = [
	runs('30 2 * * *', 'Europe/Berlin', '2027-10-30T12:00:00Z'),
	runs('0 3 * * *', 'Europe/Berlin', '2027-10-30T12:00:00Z'),
	runs('0 4 * * *', 'Europe/Berlin', '2027-10-30T12:00:00Z'),
	runs('0 2 * * *', 'America/New_York', '2027-11-06T14:00:00Z'),
	runs('0 3 * * *', 'Europe/Berlin', '2027-11-06T12:00:00Z'),
];
process.exit(seen.join() === '1,2,1,2,1' ? 0 : 1);
JS
node --no-warnings early.mjs

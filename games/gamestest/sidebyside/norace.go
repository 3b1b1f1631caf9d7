//go:build !race

package sidebyside

const raceDetector = false

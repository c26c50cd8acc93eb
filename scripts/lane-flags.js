// Which single tests of a file a lane runs: those whose names end with `(long)` are of the long lane, though their files
// are of the usual one. Plain JavaScript, like `check.js`.

const long = '/ \\(long\\)$/'

/**
 * @param {string | undefined} lane flag of `run-tests.js`
 * @returns {string[]} flags for Node
 */
export function laneFlags(lane) {
  if (lane === '--usual' || lane === '--fast') return [`--test-skip-pattern=${long}`]
  return lane === '--marked' ? [`--test-name-pattern=${long}`] : []
}

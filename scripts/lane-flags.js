// Which files a lane runs, and which single tests of them: those whose names end with `(long)` are of the long lane,
// though their files are of the usual one. Plain JavaScript, like `check.js`.

const long = '/ \\(long\\)$/'
/** The names of tests that look at pages in each language. */
export const walk = '/ reads? well .*each language/'

/** Which files a flag leaves in, by their text, mostly its first line. Without a flag, all. */
export const lanes = {
  '--usual': (text) => !text.startsWith('// Long:'),
  '--fast': (text) => !/^\/\/ (?:Long|Slow):/.test(text),
  '--long': (text) => text.startsWith('// Long:'),
  '--walks': (text) => text.includes('walkPage('),
  '--marked': (text) => !text.startsWith('// Long:') && /\(long\)['`]/.test(text),
}

/**
 * @param {string | undefined} lane flag of `run-tests.js`
 * @returns {string[]} flags for Node
 */
export function laneFlags(lane) {
  if (lane === '--usual' || lane === '--fast') return [`--test-skip-pattern=${long}`]
  if (lane === '--walks') return [`--test-name-pattern=${walk}`]
  return lane === '--marked' ? [`--test-name-pattern=${long}`] : []
}

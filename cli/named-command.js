// Finds the command's name among unparsed arguments: the first word that is neither an option nor its value.
// Plain JavaScript, since the launcher needs it before it has checked the version of Node.

/** Global options that take a value; see `root-command.ts`. */
const optionsWithValue = ['--config', '--data-dir']

/**
 * Returns the arguments without the global options that take a value, which help needs not.
 * @param {readonly string[]} argv
 */
export function withoutPlaceOptions(argv) {
  return argv.filter(
    (word, at) =>
      !optionsWithValue.includes(word) && !optionsWithValue.includes(argv[at - 1] ?? ''),
  )
}

/**
 * @param {readonly string[]} argv beginning with the first argument
 * @returns {string | undefined}
 */
export function namedCommand(argv) {
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (!word.startsWith('-')) return word
    if (optionsWithValue.includes(word)) at += 1
  }
  return undefined
}

// Finds the command's name among unparsed arguments: the first word that is neither an option nor its value.
// Plain JavaScript, since the launcher needs it before it has checked the version of Node.

/** Global options that take a value; see `root-command.ts`. */
const optionsWithValue = ['--config', '--data-dir']

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

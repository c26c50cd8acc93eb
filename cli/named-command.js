// Which command the arguments name, before anything is parsed: the first word that is neither an option nor
// the value of one. Plain JavaScript, as the launcher needs it before it knows its Node.

/** Of the options that every command takes, those that are followed by a value; see `root-command.ts`. */
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

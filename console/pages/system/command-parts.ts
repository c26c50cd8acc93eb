// Divides a text at its commands, or at their options. Pure.

/** The full stop behind a command is none of it. Latin words stand in Arabic texts in commands alone. */
const command = /(svc(?: [\x21-\x7e]*\w)+)/

/** Returns text and option by turns, text first, such as `svc doctor ` and `--fix-safe`. */
export function optionParts(text: string): readonly string[] {
  return text.split(/(--\w[\w-]*)/)
}

/** Returns text and command of an Arabic text by turns, text first. */
export function commandParts(text: string): readonly string[] {
  return text.split(command)
}

// Divides an Arabic text at its commands. Pure.

/** The full stop behind a command is none of it. Latin words stand in Arabic texts in commands alone. */
const command = /(svc(?: [\x21-\x7e]*\w)+)/

/** Returns text and command by turns, text first. */
export function commandParts(text: string): readonly string[] {
  return text.split(command)
}

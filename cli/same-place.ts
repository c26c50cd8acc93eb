// Commands to copy from what a command says.

import type { Session } from './session.ts'

/** The command as it is to be typed to mean the demo again, where this one meant it. */
export function samePlace({ isDemo }: Pick<Session, 'isDemo'>, command: string): string {
  return isDemo ? `${command} --demo` : command
}

// Reports what makes this machine unsafe for a server, on the terminal and in the log. An appliance does not
// start then; the demo, which holds no real data, does.

import type { Log } from '../../server/kernel/log.ts'
import type { StartFinding } from '../../server/operations/examine-start.ts'
import { CommandError } from '../command-error.ts'
import type { Io } from '../io.ts'

export function warnOfFindings(io: Io, log: Log, findings: readonly StartFinding[]): void {
  for (const { severity, reason, path, message } of findings) {
    log.warn(`start_${severity}`, { reason, ...(path === undefined ? {} : { path }) })
    io.say(`${io.err.style(['bold', 'red'], 'warning:')} ${message}`)
  }
}

/** @throws CommandError `precondition_failed` with every finding that is unsafe */
export function refuseUnsafe(findings: readonly StartFinding[]): void {
  const unsafe = findings.filter(({ severity }) => severity === 'unsafe')
  if (unsafe.length === 0) return
  const lines = ['The server does not start, because:', ...unsafe.map(({ message }) => message)]
  throw new CommandError('precondition_failed', lines.join('\n  '))
}

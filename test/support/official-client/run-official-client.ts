// Starts the official client's process and brings back what came of its calls.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { OfficialOrder, OfficialOutcome } from './calls.ts'

/** @param authorityFile PEM of the certificate authority that the server's certificate hangs on. */
export async function runOfficialClient(
  order: OfficialOrder,
  authorityFile: string,
): Promise<readonly OfficialOutcome[]> {
  const script = new URL('./child.ts', import.meta.url).pathname
  // Nothing else of the environment: the client would obey a proxy that is set there.
  const child = spawn(process.execPath, [script], {
    env: { NODE_EXTRA_CA_CERTS: authorityFile },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(order))
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (exitCode !== 0) throw new Error(`The official client's process ended with ${exitCode}.`)
  return JSON.parse(output)
}

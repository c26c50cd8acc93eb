// Starts the official client's process and returns the outcomes of its calls.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { OfficialOrder, OfficialOutcome } from './calls.ts'

/** @param authorityFile PEM of the certificate authority that issued the server's certificate. */
export async function runOfficialClient(
  order: OfficialOrder,
  authorityFile: string,
): Promise<readonly OfficialOutcome[]> {
  const script = fileURLToPath(new URL('./child.ts', import.meta.url))
  // Nothing else from the environment: the client would use a proxy set there.
  const child = spawn(process.execPath, [script], {
    env: { NODE_EXTRA_CA_CERTS: authorityFile },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(order))
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (exitCode !== 0) throw new Error(`The official client's process ended with ${exitCode}.`)
  return JSON.parse(output)
}

// Runs the load generator in a child process and writes requests for it.

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type LoadOrder, type LoadReport, loadReport } from './order.ts'

const program = fileURLToPath(new URL('generator.ts', import.meta.url))

/** Load of the rows that name 64 connections. */
export const fullLoad = { connections: 64, seconds: 3, warmUpSeconds: 0.5 } as const

/** @throws Error if an answer was not 2xx or the server closed a connection */
export async function runLoad(order: LoadOrder): Promise<LoadReport> {
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const report = await new Promise<LoadReport>((resolve, reject) => {
    child.once('message', (message) => resolve(loadReport.parse(message)))
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)))
    child.send(order)
  })
  child.disconnect()
  if (report.refused > 0) {
    throw new Error(`${report.refused} of ${report.answers} answers were not 2xx`)
  }
  return report
}

/**
 * What a server is asked before it is measured: as one that has served for an hour, it runs code that V8 has compiled.
 */
interface WarmUp extends Omit<LoadOrder, 'seconds' | 'warmUpSeconds'> {
  readonly seconds?: number
}

/** @throws Error as `runLoad` */
export async function warmUp({ seconds = 5, ...order }: WarmUp): Promise<void> {
  await runLoad({ ...order, seconds, warmUpSeconds: 0 })
}

/** Returns a raw request; a body is sent as JSON. */
export function rawRequest(
  method: 'GET' | 'POST',
  path: string,
  more: { readonly key?: string; readonly json?: unknown } = {},
): string {
  const body = more.json === undefined ? '' : JSON.stringify(more.json)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(more.key === undefined ? [] : [`Authorization: Bearer ${more.key}`]),
    ...(more.json === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

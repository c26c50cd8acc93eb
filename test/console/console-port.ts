// Ports for appliances before browsers, lent again when an appliance is closed: the windows of a process keep what
// they compiled only for scripts of the same address.

import { freePort } from '../../scripts/bench/free-port.ts'

const returned: number[] = []

/** For the settings of an appliance. */
export async function lendPort(): Promise<{ readonly SVC_PORT: string }> {
  return { SVC_PORT: String(returned.pop() ?? (await freePort())) }
}

export function returnPort(port: number): void {
  returned.push(port)
}

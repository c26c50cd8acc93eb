// Asks the service that keeps the clock right how far the clock is off: chrony or systemd-timesyncd, whichever runs.

import { runTool } from '../kernel/run-tool.ts'

export type ClockOffset =
  | { readonly kind: 'measured'; readonly service: string; readonly offsetMs: number }
  /** The service runs and has no source of time that it trusts. */
  | { readonly kind: 'not_synchronised'; readonly service: string }
  /** No service answers. */
  | { readonly kind: 'unknown' }

const tool = { env: { PATH: '/usr/bin:/bin:/usr/sbin', LC_ALL: 'C' }, timeoutMs: 3_000 }

export async function readClockOffset(): Promise<ClockOffset> {
  const chrony = await runTool('chronyc', ['-n', '-c', 'tracking'], tool)
  const byChrony = chrony.status === 0 ? parseChrony(chrony.out) : undefined
  if (byChrony !== undefined) return byChrony
  const timesyncd = await runTool('timedatectl', ['timesync-status', '--no-pager'], tool)
  const byTimesyncd = timesyncd.status === 0 ? parseTimesyncd(timesyncd.out) : undefined
  return byTimesyncd ?? { kind: 'unknown' }
}

/**
 * @param line the answer of `chronyc -c tracking`: comma-separated, the fifth value is the offset of the clock in
 * seconds, the last the leap status (chronyc(1), tracking)
 */
export function parseChrony(line: string): ClockOffset | undefined {
  const values = line.trim().split(',')
  const seconds = Number(values[4])
  if (values.length < 14 || !Number.isFinite(seconds)) return undefined
  if (values.at(-1) === 'Not synchronised') return { kind: 'not_synchronised', service: 'chrony' }
  return { kind: 'measured', service: 'chrony', offsetMs: Math.abs(seconds) * 1000 }
}

const unitsMs: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
}

/**
 * @param text the answer of `timedatectl timesync-status`, which has `Offset: -1min 2.5s` once a server has answered
 */
export function parseTimesyncd(text: string): ClockOffset | undefined {
  const service = 'systemd-timesyncd'
  const offset = /^\s*Offset:\s*[+-]?(.+)$/m.exec(text)?.[1]
  if (offset === undefined)
    return /^\s*Server:/m.test(text) ? { kind: 'not_synchronised', service } : undefined
  const parts = [...offset.matchAll(/([\d.]+)(us|ms|min|s|h)/g)]
  if (parts.length === 0) return undefined
  const offsetMs = parts.reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (unitsMs[unit] ?? 0),
    0,
  )
  return { kind: 'measured', service, offsetMs }
}

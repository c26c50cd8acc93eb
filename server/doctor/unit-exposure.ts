// Asks systemd how far the unit of the server is shut off from the rest of the machine (systemd-analyze security).

import { runTool } from '../kernel/run-tool.ts'
import { readControlGroup } from './proc-facts.ts'

export type UnitExposure =
  /** `level`: from 0, nothing open, to 10. */
  | { readonly kind: 'measured'; readonly unit: string; readonly level: number }
  /** The server was not started by a unit of systemd. */
  | { readonly kind: 'no_unit' }
  /** systemd does not answer this user. */
  | { readonly kind: 'unknown' }

const tool = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, timeoutMs: 10_000 }

/** @param pid the process of the server */
export async function readUnitExposure(pid: number): Promise<UnitExposure> {
  const unit = unitOf((await readControlGroup(pid)) ?? '')
  if (unit === undefined) return { kind: 'no_unit' }
  const { status, out } = await runTool('systemd-analyze', ['security', '--no-pager', unit], tool)
  const level = status === 0 ? parseExposure(out) : undefined
  return level === undefined ? { kind: 'unknown' } : { kind: 'measured', unit, level }
}

/** @param group such as `/system.slice/svc.service`  Returns undefined outside of a service. */
export function unitOf(group: string): string | undefined {
  return /\/([\w@.:\\-]+\.service)$/.exec(group)?.[1]
}

/** @param text ends with `Overall exposure level for svc.service: 1.2 OK` */
export function parseExposure(text: string): number | undefined {
  const level = /Overall exposure level for \S+: ([\d.]+)/.exec(text)?.[1]
  return level === undefined ? undefined : Number(level)
}

// The second systems that get logs and traces, as the settings name them, and which of them calls are refused
// to already by their address.

import type { Config } from '../../config.ts'
import { addressesWithoutDns, destinationOf } from '../../egress/destination.ts'
import type { Egress } from '../../egress/guard-service.ts'
import { openHostsFile } from '../../egress/hosts-file.ts'
import { guardSecondSystem, secondSystemUrl } from './guard-second-system.ts'

export type SecondSystemName =
  | 'log_syslog'
  | 'log_webhook'
  | 'audit_syslog'
  | 'audit_webhook'
  | 'trace_collector'

export interface SecondSystem {
  readonly service: SecondSystemName
  /** The setting that names it. */
  readonly setting: string
  /** As in the setting. */
  readonly given: string
  /** See `secondSystemUrl`. */
  readonly url: URL
  readonly caFile: string | undefined
}

/** Returns those that are set. */
export function secondSystemsOf({
  log,
  auditCopy,
  traces,
}: Pick<Config, 'log' | 'auditCopy' | 'traces'>): readonly SecondSystem[] {
  const places = [
    ['log_syslog', 'SVC_LOG_SYSLOG', log.ship.syslog],
    ['log_webhook', 'SVC_LOG_WEBHOOK_URL', log.ship.webhook],
    ['audit_syslog', 'SVC_AUDIT_SYSLOG', auditCopy.syslog],
    ['audit_webhook', 'SVC_AUDIT_WEBHOOK_URL', auditCopy.webhook],
    ['trace_collector', 'SVC_OTLP_URL', traces],
  ] as const
  return places.flatMap(([service, setting, place]) => {
    if (place === undefined) return []
    const { url: given, caFile } = place
    return [{ service, setting, given, url: secondSystemUrl(given), caFile }]
  })
}

export interface RefusedSystem extends SecondSystem {
  readonly addresses: readonly string[]
}

/** Asks no name server: judges addresses, and names in the machine's hosts file. */
export async function findRefusedSystems(
  config: Parameters<typeof secondSystemsOf>[0],
  egress: Egress,
  hostsFile = '/etc/hosts',
): Promise<readonly RefusedSystem[]> {
  const hosts = openHostsFile(hostsFile, egress.clock)
  const refused: RefusedSystem[] = []
  for (const target of secondSystemsOf(config)) {
    const to = destinationOf(target.url)
    const addresses = addressesWithoutDns(to.host) ?? (await hosts.find(to.host))
    if (addresses.length === 0) continue
    const verdict = guardSecondSystem(egress, target.url).policy.judge(addresses, to)
    if (verdict !== 'allowed') refused.push({ ...target, addresses })
  }
  return refused
}

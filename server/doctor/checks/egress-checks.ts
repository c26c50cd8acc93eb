// Checks of outgoing calls: lists every configured host with its reason, and looks names up if that was asked for.

import { isIP } from 'node:net'
import { databaseAddressOf, shownHost } from '../../db/postgres/database-address.ts'
import { openEgress } from '../../egress/guard-service.ts'
import type { HostPattern } from '../../egress/host-pattern.ts'
import { findProvider } from '../../providers/provider-registry.ts'
import { scannerAddress } from '../../settings/setting-scanner.ts'
import { type SettingsScene, withSettings } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, skipped, well } from '../outcome.ts'
import { listWebhookUrls } from '../webhook-hosts-view.ts'

interface OutboundHost {
  /** Host, and the port if it is not the one of its scheme. */
  readonly host: string
  readonly hostname: string
  /** The setting that names it, or the webhook. */
  readonly why: string
}

export const egressChecks = {
  outbound_hosts: withSettings(async (scene) => judgeHosts(await listHosts(scene))),
  host_names: withSettings(async (scene) => {
    if (!scene.connects) return skipped('not_asked')
    const { resolver } = openEgress(scene.clock, new Set())
    const hosts = (await listHosts(scene)).filter(({ hostname }) => isIP(hostname) === 0)
    const unknown: OutboundHost[] = []
    for (const host of hosts) {
      const addresses = await resolver.resolve(host.hostname).catch(() => [])
      if (addresses.length === 0) unknown.push(host)
    }
    return judgeHostNames(hosts.length, unknown)
  }),
}

export function judgeHosts(hosts: readonly OutboundHost[]): DoctorOutcome {
  if (hosts.length === 0) return well({}, 'none')
  return well({
    values: { count: hosts.length },
    items: hosts.map(({ host, why }) => `${host} (${why})`),
  })
}

export function judgeHostNames(tried: number, unknown: readonly OutboundHost[]): DoctorOutcome {
  const items = unknown.map(({ host, why }) => `${host} (${why})`)
  if (items.length > 0) return failed('unknown', { values: { count: items.length }, items })
  return well({ values: { count: tried } })
}

async function listHosts(scene: SettingsScene): Promise<readonly OutboundHost[]> {
  const { config, db } = scene
  const { scoring, auditCopy, virusScanner, imagesS3, backupS3, log, traces, oidc } = config
  const provider = findProvider(scene)?.account
  const urls = [
    [provider?.settings.url, provider?.url.href],
    ['SVC_SCORING_URL', scoring?.url],
    ['SVC_OIDC_ISSUER', oidc?.issuer],
    ['SVC_AUDIT_SYSLOG', auditCopy.syslog?.url],
    ['SVC_AUDIT_WEBHOOK_URL', auditCopy.webhook?.url],
    ['SVC_LOG_SYSLOG', log.ship.syslog?.url],
    ['SVC_LOG_WEBHOOK_URL', log.ship.webhook?.url],
    ['SVC_OTLP_URL', traces?.url],
    ['SVC_BACKUP_S3_ENDPOINT', backupS3?.endpoint],
    ['SVC_IMAGES_URL', imagesS3?.url.endpoint],
    ['SVC_VIRUS_SCANNER', virusScanner && scannerAddress.print(virusScanner)],
    ...(db === undefined ? [] : (await listWebhookUrls(db.reader)).map(({ id, url }) => [id, url])),
  ] as const
  const hosts = urls.flatMap(([why, url]) => (url === undefined ? [] : [hostOf(why, url)]))
  return [
    ...databaseHosts(scene),
    ...hosts.filter((host) => host !== undefined),
    ...patternsOf(provider?.linkedHosts),
    ...patternsOf(oidc && { setting: 'SVC_OIDC_HOSTS', patterns: oidc.hosts }),
  ]
}

/** Hosts that another host's answers lead to are known as patterns only, and are not looked up. */
function patternsOf(
  linked: { readonly setting: string; readonly patterns: readonly HostPattern[] } | undefined,
): readonly OutboundHost[] {
  const { setting: why = '', patterns = [] } = linked ?? {}
  return patterns.map(({ pattern }) => ({ host: pattern, hostname: '127.0.0.1', why }))
}

function databaseHosts({ secrets: { databaseUrl } }: SettingsScene): readonly OutboundHost[] {
  if (databaseUrl === undefined) return []
  return databaseAddressOf(databaseUrl)
    .hosts.filter(({ host }) => !host.startsWith('/'))
    .map((one) => ({ host: shownHost(one), hostname: one.host, why: 'SVC_DATABASE_URL' }))
}

/** Returns undefined for a socket on this machine. */
function hostOf(why = '', url = ''): OutboundHost | undefined {
  const { host, hostname } = new URL(url)
  if (hostname === '') return undefined
  return { host, hostname: hostname.replace(/^\[|\]$/g, ''), why }
}

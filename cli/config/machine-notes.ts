// Notes of `svc config check` on what the settings ask of this machine: ports below 1024, the names in the certificate,
// and the unit of systemd.

import { X509Certificate } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import {
  bareHost,
  isCertificateFor,
} from '../../server/operations/encryption-keys/certificate-facts.ts'
import { readText } from '../../server/settings/setting-files.ts'
import { readTlsFiles, TlsFilesError } from '../../server/settings/tls-files.ts'
import { systemdUnit } from '../systemd-unit.ts'

/** The files that tell of the machine. */
interface MachineFiles {
  /** The unit that install.sh writes. */
  readonly unit: string
  /** Where files may lie that change it, in `svc.service.d`, or every service, in `service.d` (systemd.unit(5)). */
  readonly unitFolders: readonly string[]
  /** What the kernel says of this process. */
  readonly status: string
  /** The first port that needs no right. */
  readonly firstPort: string
}

const ofThisMachine: MachineFiles = {
  unit: '/etc/systemd/system/svc.service',
  unitFolders: [
    '/etc/systemd/system.control',
    '/run/systemd/system.control',
    '/etc/systemd/system',
    '/run/systemd/system',
    '/usr/local/lib/systemd/system',
    '/usr/lib/systemd/system',
    '/lib/systemd/system',
  ],
  status: '/proc/self/status',
  firstPort: '/proc/sys/net/ipv4/ip_unprivileged_port_start',
}

export async function machineNotes(
  config: Config,
  files: MachineFiles = ofThisMachine,
): Promise<readonly string[]> {
  const notes = [portNote(config, files), await certificateNote(config), unitNote(config, files)]
  return notes.filter((note) => note !== undefined)
}

/** Number of the right in the masks of the kernel (capabilities(7)). */
const netBindService = 10n

function portNote(config: Config, files: MachineFiles): string | undefined {
  const first = Number(readText(files.firstPort) ?? Number.NaN)
  const lack = lackOfRight(config, files)
  if (lack === undefined) return
  const named = { SVC_PORT: config.port, SVC_OPS_PORT: config.ops.port }
  const low = Object.entries(named).filter(([, number]) => number > 0 && number < first)
  if (low.length === 0) return
  const list = low.map(([name, number]) => `${name} (${number})`).join(' and ')
  return `Ports below ${first} need a right that ${lack}: ${list}. Take higher ports, and let a proxy in front have the low one: svc help install.`
}

/**
 * Who lacks the right, as far as known. Of settings that the unit starts it decides: root, who checks them, has the
 * right that the server will not have, unless a file beside the unit gives it.
 */
function lackOfRight(config: Config, files: MachineFiles): string | undefined {
  const unit = readText(files.unit)
  if (unit !== undefined && isStartedBy(unit, config)) {
    const texts = [unit, ...changesOfUnit(files)]
    const isBound = (text: string) => /^[ \t]*CapabilityBoundingSet[ \t]*=[ \t]*\S/m.test(text)
    return texts.every((text) => !isBound(text))
      ? `the unit ${files.unit} gives to nobody`
      : undefined
  }
  const [, rights] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readText(files.status) ?? '') ?? []
  if (rights === undefined || ((BigInt(`0x${rights}`) >> netBindService) & 1n) === 1n) return
  return 'this user does not have and that the unit of systemd gives to nobody'
}

function changesOfUnit({ unitFolders }: MachineFiles): readonly string[] {
  const folders = unitFolders.flatMap((folder) => [
    join(folder, 'svc.service.d'),
    join(folder, 'service.d'),
  ])
  return folders.flatMap((folder) =>
    namesIn(folder).map((name) => readText(join(folder, name)) ?? ''),
  )
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.conf'))
  } catch {
    return []
  }
}

/** Faults of the files themselves are problems, which are reported beside. */
async function certificateNote({ tls, publicUrlSet }: Config): Promise<string | undefined> {
  if (tls === undefined || publicUrlSet === undefined) return
  const host = bareHost(new URL(publicUrlSet).hostname)
  try {
    const { cert } = await readTlsFiles(tls)
    if (isCertificateFor(cert, host)) return
    const names = new X509Certificate(cert).subjectAltName ?? 'no name'
    return `The certificate ${tls.certFile} is not for ${host}, the host of SVC_PUBLIC_URL, but for ${names}: clients that connect directly refuse the server. Have one issued that names ${host}, or correct SVC_PUBLIC_URL.`
  } catch (error) {
    if (error instanceof TlsFilesError) return
    throw error
  }
}

/** A unit that starts another program, or one with other settings, is none of these settings'. */
function unitNote(config: Config, files: MachineFiles): string | undefined {
  const present = readText(files.unit)
  if (present === undefined || !isStartedBy(present, config)) return
  // The user of the server cannot see whether the credential of the master key is sealed.
  const sealed = systemdUnit(config, { isKeySealed: true })
  const unsealed = systemdUnit(config, { isKeySealed: false })
  if ([sealed, unsealed].includes(present)) return
  return `The unit ${files.unit} is not the one that this release writes for these settings: the server may find a folder read-only that they name. Compare it with svc init --print-unit, and write it anew: svc help install, "The unit".`
}

function isStartedBy(unit: string, config: Config): boolean {
  if (config.profile !== 'appliance') return false
  return startOf(unit) === startOf(systemdUnit(config, { isKeySealed: false }))
}

function startOf(unit: string): string | undefined {
  return /^ExecStart=.*$/m.exec(unit)?.[0]
}

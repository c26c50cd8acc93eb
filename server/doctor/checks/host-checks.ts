// Checks of the machine: processor, memory, limits of the server's process, core dumps, swap, confinement by systemd,
// and whether the server may write the folders that its settings name.

import { totalmem } from 'node:os'
import { writtenFolders } from '../../operations/written-folders.ts'
import { anywhere, withSettings } from '../doctor-scene.ts'
import { readReadOnlyFolders } from '../mounts-of.ts'
import { type DoctorOutcome, failed, skipped, warning, well } from '../outcome.ts'
import {
  readLimits,
  readProcessorFlags,
  readSwap,
  type ServerLimits,
  type SwapFacts,
} from '../proc-facts.ts'
import { readUnitExposure, type UnitExposure } from '../unit-exposure.ts'

/** The server, its decoder of images (at most 768 MB) and the system. */
const memoryBytesMin = 900_000_000
const memoryBytesAdvised = 1_800_000_000
/** Connections, images in upload, the database. */
const openFilesMin = 4_096

export const hostChecks = {
  processor: anywhere(async () => judgeProcessor(process.arch, await readProcessorFlags())),
  memory: withSettings(() => judgeMemory(memoryBytes())),
  open_files: withSettings(async ({ serverPid }) =>
    ofServer(serverPid, async (pid) => judgeOpenFiles(await readLimits(pid))),
  ),
  core_dumps: withSettings(async ({ serverPid }) =>
    ofServer(serverPid, async (pid) => judgeCoreDumps(await readLimits(pid))),
  ),
  swap: withSettings(async ({ serverPid }) =>
    ofServer(serverPid, async (pid) => judgeSwap(await readSwap(pid))),
  ),
  unit_exposure: withSettings(async ({ serverPid }) =>
    ofServer(serverPid, async (pid) => judgeExposure(await readUnitExposure(pid))),
  ),
  written_folders: withSettings(async ({ serverPid, config }) =>
    ofServer(serverPid, async (pid) =>
      judgeWritten(await readReadOnlyFolders(pid, writtenFolders(config))),
    ),
  ),
}

/** What the library that decodes images is compiled for on x64 (x86-64-v2). Virtual machines may hide it. */
const neededFlags = ['ssse3', 'sse4_1', 'sse4_2', 'popcnt']

export function judgeProcessor(arch: string, flags: readonly string[] | undefined): DoctorOutcome {
  if (flags === undefined) return skipped('not_on_this_system')
  if (arch !== 'x64') return well()
  const items = neededFlags.filter((flag) => !flags.includes(flag))
  return items.length === 0 ? well() : failed('old', { items })
}

export function judgeMemory(bytes: number): DoctorOutcome {
  const values = { total_bytes: bytes, least_bytes: memoryBytesMin, advised_bytes: 2e9 }
  if (bytes < memoryBytesMin) return failed('too_little', { values })
  return bytes < memoryBytesAdvised ? warning('little', { values }) : well({ values })
}

export function judgeOpenFiles(limits: ServerLimits | undefined): DoctorOutcome {
  if (limits === undefined) return skipped('not_on_this_system')
  if (limits.openFiles === Number.POSITIVE_INFINITY) return well({}, 'unlimited')
  const values = { limit: limits.openFiles, least: openFilesMin }
  return limits.openFiles < openFilesMin ? warning('few', { values }) : well({ values })
}

export function judgeCoreDumps(limits: ServerLimits | undefined): DoctorOutcome {
  if (limits === undefined) return skipped('not_on_this_system')
  return limits.coreBytes > 0 ? warning('on') : well()
}

export function judgeSwap(swap: SwapFacts | undefined): DoctorOutcome {
  if (swap === undefined) return skipped('not_on_this_system')
  if (swap.usedBytes > 0) return warning('in_use', { values: { used_bytes: swap.usedBytes } })
  if (!swap.isAllowed || swap.devices.length === 0) return well()
  return warning('on', { items: swap.devices })
}

/** The unit that install.sh and `svc init --print-unit` write has less. */
const exposureMax = 1.5

export function judgeExposure(exposure: UnitExposure): DoctorOutcome {
  if (exposure.kind === 'no_unit') return skipped('no_unit')
  if (exposure.kind === 'unknown') return skipped('unknown')
  const { unit, level } = exposure
  const values = { unit, level, most: exposureMax }
  return level > exposureMax ? warning('open', { values }) : well({ values })
}

/** @param folders that the server sees read-only; undefined where the system does not say */
export function judgeWritten(folders: readonly string[] | undefined): DoctorOutcome {
  if (folders === undefined) return skipped('not_on_this_system')
  return folders.length === 0 ? well() : failed('read_only', { items: folders })
}

/** The least of the machine's memory and the ceiling of a container or unit. */
function memoryBytes(): number {
  const ceiling = process.constrainedMemory()
  return ceiling > 0 ? Math.min(ceiling, totalmem()) : totalmem()
}

async function ofServer(
  pid: number | undefined,
  judge: (pid: number) => Promise<DoctorOutcome>,
): Promise<DoctorOutcome> {
  return pid === undefined ? skipped('no_server') : judge(pid)
}

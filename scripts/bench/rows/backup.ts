// The rows of backups: a first backup, the next one, and a restore with all its checks, each beside a plain synced
// copy of the same bytes; and the delay of the event loop while a backup is made under heavy writing.

import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { recordAccess } from '../../../server/audit/record-access.ts'
import { createBackup } from '../../../server/backup/create-backup.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import { readOfferedKeys } from '../../../server/crypto/master-key-source.ts'
import { type BackupPlaceSize, type FilledPlace, openFilledPlace } from '../backup-place.ts'
import type { Bench, Measured, Row } from '../row.ts'

const ratio = { kind: 'ratio', atMost: 2, hoped: 1.5 } as const
const lines = (of: string): Row['lines'] => [
  { label: `backup, first${of}`, unit: 's', limit: ratio },
  { label: `backup, next${of}`, unit: 's', limit: { kind: 'figure', atMost: 300 } },
  { label: `restore and compare${of}`, unit: 's', limit: ratio },
  { label: `event loop in a backup${of}`, unit: 'ms', limit: { kind: 'figure', atMost: 50 } },
]

export const backupRow: Row = {
  name: 'backup',
  about: 'backup and restore beside a plain copy, 20 000 verifications with 3 000 images',
  lines: lines(''),
  measure: (bench) => measure(bench, { verifications: 20_000, images: 3_000, imageBytes: 200_000 }),
}

export const largeBackupRow: Row = {
  name: 'backup-large',
  about: 'the same with 1 million verifications and 10 000 images',
  isByNameOnly: true,
  lines: lines(', 1 million'),
  measure: (bench) =>
    measure(bench, { verifications: 1_000_000, images: 10_000, imageBytes: 200_000 }),
}

async function measure(bench: Bench, size: BackupPlaceSize): Promise<readonly Measured[]> {
  bench.say('filling')
  const place = await openFilledPlace(size)
  try {
    const megabytes = statSync(join(place.dataDir, 'svc.db')).size / 1e6
    const images = (size.images * size.imageBytes) / 1e6
    const details = [`database ${megabytes.toFixed(0)} MB, images ${images.toFixed(0)} MB`]
    const copy = await afterSync(async () => plainCopy(place))
    bench.say(`plain copy ${copy.toFixed(1)} s; first backup`)
    const first = await afterSync(() => timed(() => backUp(place)))
    await place.addImages(Math.ceil(size.images / 1_000), size.imageBytes)
    bench.say(`first backup ${first.seconds.toFixed(1)} s; next backup under heavy writing`)
    const loaded = await underWriting(place, () => timed(() => backUp(place)))
    bench.say(`next backup ${loaded.result.seconds.toFixed(1)} s; restore`)
    const restored = await afterSync(() => timed(() => restore(place, loaded.result.value.name)))
    const peer = { name: 'cp and sync', figure: copy }
    return [
      { kind: 'ratio', ours: first.seconds, peer, ratio: first.seconds / copy, details },
      { kind: 'figure', ours: loaded.result.seconds },
      { kind: 'ratio', ours: restored.seconds, peer, ratio: restored.seconds / copy },
      {
        kind: 'figure',
        ours: loaded.delayP99Ms,
        details: [
          `${loaded.writes} commits meanwhile, longest delay ${loaded.delayMaxMs.toFixed(0)} ms`,
        ],
      },
    ]
  } finally {
    await place.close()
  }
}

/**
 * The copy stays to the end: for some minutes ext4 passes over the inodes of files that were deleted, one by one, so
 * each of the thousands of files of a restore would take longer to make than those of the copy did.
 */
function plainCopy({ folder, dataDir }: FilledPlace): number {
  const target = join(folder, 'plain')
  const startedAt = performance.now()
  execFileSync('cp', ['-r', dataDir, target])
  execFileSync('sync', ['-f', target])
  return (performance.now() - startedAt) / 1000
}

function backUp({ appliance }: FilledPlace) {
  const { signal } = new AbortController()
  return createBackup(appliance, { by: fromCommandLine, cause: 'command', signal })
}

async function restore({ appliance, folder, store, identity }: FilledPlace, name: string) {
  const masterKeys = await readOfferedKeys(appliance.config)
  return restoreBackup(
    { masterKeys, clock: appliance.clock },
    {
      by: fromCommandLine,
      target: folderTarget(store),
      file: `${name}.age`,
      identities: [identity],
      dataDir: join(folder, 'restored'),
      ledger: undefined,
      signal: new AbortController().signal,
    },
  )
}

/** Commits as fast as it can, a turn of the event loop between two, as requests would. */
async function underWriting<Result>({ appliance }: FilledPlace, work: () => Promise<Result>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let isDone = false
  let writes = 0
  const writing = (async () => {
    while (!isDone) {
      await recordAccess(appliance, fromCommandLine, { action: 'audit.viewed' })
      writes += 1
      await turnOfTheLoop()
    }
  })()
  delay.enable()
  const result = await work()
  delay.disable()
  isDone = true
  await writing
  const [delayP99Ms, delayMaxMs] = [delay.percentile(99) / 1e6, delay.max / 1e6]
  return { result, writes, delayP99Ms, delayMaxMs }
}

/** What was written before is on disk by then, so that none of it slows the work down. */
function afterSync<Value>(work: () => Promise<Value>): Promise<Value> {
  execFileSync('sync')
  return work()
}

async function timed<Value>(work: () => Promise<Value>) {
  const startedAt = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - startedAt) / 1000 }
}

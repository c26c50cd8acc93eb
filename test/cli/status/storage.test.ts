import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { findStorageFault } from '../../../server/operations/status/examine-storage.ts'
import { belowHighReserve, highReserve } from '../../support/high-reserve.ts'
import { openOwnedFolders } from '../../support/owned-folders.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'
import { setStoredBytes } from '../../support/stored-bytes.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { install } from '../installation.ts'
import { runSvc } from '../memory-shell.ts'

const isRoot = process.geteuid?.() === 0

describe('svc status', () => {
  test(
    'shows the free disk space, and exits with 3 below the reserve',
    belowHighReserve,
    async (t) => {
      const { svc } = await install(t)
      const enough = JSON.parse((await svc(['status', '--json'])).out)
      assert.deepEqual([enough.disk.reserve_bytes, enough.disk.fault], [2e9, null])
      assert.ok(enough.disk.free_bytes > 0 && enough.disk.free_bytes <= enough.disk.total_bytes)
      const env = { SVC_DISK_RESERVE: highReserve }
      const low = await svc(['status'], { env })
      assert.equal(low.status, 3)
      assert.match(low.out, /Disk +[\d.]+ [MG]B free of [\d.]+ [MG]B/)
      assert.match(
        low.out,
        /Only .* are free on the disk of the data folder \(SVC_DATA_DIR\); the reserve is 900000\.0 GB/,
      )
    },
  )

  test('shows the size of the stored images, and exits with 3 near their limit', async (t) => {
    const { svc, dataDir } = await install(t)
    const db = openDb(join(dataDir, 'svc.db'))
    await setStoredBytes(db, 95e6)
    await db.close()
    const enough = await svc(['status'])
    assert.match(enough.out, /Images +95\.0 MB\n/)
    const full = await svc(['status'], { env: { SVC_IMAGES_BYTES_MAX: '100MB' } })
    assert.equal(full.status, 3)
    assert.match(full.out, /Images +95\.0 MB of 100\.0 MB/)
    assert.match(
      full.out,
      /Live verifications are refused: the stored images take up 95\.0 MB of the 100\.0 MB of\s+SVC_IMAGES_BYTES_MAX/,
    )
  })

  test('reports a disk that is nearly full', async (t) => {
    const disk = mountSmallDisk(t, 24)
    if (disk === undefined) return
    const dataDir = join(disk.folder, 'data')
    const masterKeyFile = join(tempFolder(t), 'master.key')
    const args = ['--data-dir', dataDir]
    const env = { SVC_MASTER_KEY_FILE: masterKeyFile, SVC_DISK_RESERVE: '10MB' }
    const config = ['--config', join(tempFolder(t), 'svc.conf')]
    assert.equal((await runSvc(['init', ...config, ...args], { env })).status, 0)
    disk.leave(3_000_000)
    const { status, out } = await runSvc(['status', ...args, '--json'], { env })
    const seen = JSON.parse(out)
    assert.equal(status, 3)
    assert.ok(seen.disk.free_bytes <= 3_000_000 && seen.disk.total_bytes <= 25_165_824)
    assert.ok(
      seen.problems.some((line: string) => /Only 3\.0 MB are free|Only 2\.\d MB/.test(line)),
    )
  })

  test('says of a full disk that it is full, also where no reserve is set and no server runs', async (t) => {
    const disk = mountSmallDisk(t, 24)
    if (disk === undefined) return
    const dataDir = join(disk.folder, 'data')
    const masterKeyFile = join(tempFolder(t), 'master.key')
    const args = ['--data-dir', dataDir]
    const env = { SVC_MASTER_KEY_FILE: masterKeyFile, SVC_DISK_RESERVE: '0' }
    const config = ['--config', join(tempFolder(t), 'svc.conf')]
    assert.equal((await runSvc(['init', ...config, ...args], { env })).status, 0)
    const doctor = async () => {
      const only = ['--only', 'free_space,database_file', '--json']
      const { groups } = JSON.parse((await runSvc(['doctor', ...args, ...only], { env })).out)
      return groups.flatMap(({ checks }: { checks: readonly { code: string }[] }) =>
        checks.map(({ code }) => code),
      )
    }
    disk.leave(900_000)
    const low = await runSvc(['status', ...args], { env })
    assert.equal(low.status, 3)
    assert.match(low.out, /Only .* are free .* the reserve is 1\.0 MB/)
    disk.leave(0)
    for (const command of ['status', 'serve']) {
      const { status, err } = await runSvc([command, ...args], { env })
      assert.equal(status, 1, command)
      assert.match(err, /Make room on the disk of the data folder/)
    }
    assert.deepEqual((await doctor()).toSorted(), ['almost_full', 'no_room'])
  })

  test('names a folder that is mounted read-only, with its path', async (t) => {
    const disk = mountSmallDisk(t, 24)
    if (disk === undefined) return
    const dataDir = join(disk.folder, 'data')
    const env = { SVC_MASTER_KEY_FILE: join(tempFolder(t), 'master.key') }
    const config = ['--config', join(tempFolder(t), 'svc.conf')]
    assert.equal((await runSvc(['init', ...config, '--data-dir', dataDir], { env })).status, 0)
    if (!disk.remount('ro')) return
    for (const command of ['status', 'serve']) {
      const { status, err } = await runSvc([command, '--data-dir', dataDir], { env })
      assert.equal(status, 6, command)
      assert.match(err, /is on a file system that is mounted read-only/)
      assert.ok(err.includes(dataDir), err)
    }
  })
})

describe('the fault of a folder', () => {
  test('is that it is missing, or no folder', async (t) => {
    const folder = tempFolder(t)
    const [gone, file] = [join(folder, 'gone'), join(folder, 'file')]
    writeFileSync(file, '')
    assert.deepEqual((await findStorageFault({ dataDir: gone }))?.kind, 'missing')
    assert.deepEqual((await findStorageFault({ dataDir: file }))?.kind, 'not_a_folder')
    assert.equal(await findStorageFault({ dataDir: folder }), undefined)
  })

  const asRoot = { skip: !isRoot && 'only root can become another user' }

  test('is its owner, or its mode, for whoever is not root', asRoot, async (t) => {
    const nobody = 65_534
    const { made } = openOwnedFolders(t)
    const foreign = made('foreign', 4242, 0o755)
    const closed = made('closed', nobody, 0o500)
    const partly = made("it's partly", nobody, 0o700)
    const images = made("it's partly/images", 4242, 0o755)
    assert.deepEqual(lookAs(nobody, foreign), [
      'foreign_owner',
      foreign,
      `The user nobody may not write ${foreign}: ${foreign} belongs to 4242 (mode 755). Run the command as 4242 or as root (sudo -u '#4242' svc ...).`,
    ])
    assert.deepEqual(lookAs(nobody, closed), [
      'mode',
      closed,
      `The user nobody may not write ${closed}: ${closed} belongs to nobody (mode 500). Let its owner use it (chmod u+rwX ${closed}).`,
    ])
    const taking = `chown nobody '${images.replace("'", "'\\''")}'`
    assert.deepEqual(lookAs(nobody, partly), [
      'foreign_owner',
      images,
      `The user nobody may not write ${images}: ${images} belongs to 4242 (mode 755). Give it to nobody: ${taking}`,
    ])
    rmSync(join(partly, 'images'), { recursive: true })
    assert.deepEqual(lookAs(nobody, partly), [])
  })
})

/** Looks as another user does, in a process that gives its rights away. */
function lookAs(userId: number, dataDir: string): unknown {
  const module = new URL('../../../server/operations/status/examine-storage.ts', import.meta.url)
  const texts = new URL('../../../cli/text/storage-text.ts', import.meta.url)
  const program = `
    const { findStorageFault } = await import(${JSON.stringify(module.href)})
    const { storageFaultText } = await import(${JSON.stringify(texts.href)})
    process.setgroups([]); process.setgid(${userId}); process.setuid(${userId})
    const fault = await findStorageFault({ dataDir: ${JSON.stringify(dataDir)} })
    const told = fault ? [fault.kind, fault.path, storageFaultText(fault)] : []
    process.stdout.write(JSON.stringify(told))
  `
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program])
  assert.notEqual(stdout.length, 0, stderr.toString())
  return JSON.parse(stdout.toString())
}

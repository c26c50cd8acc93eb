import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseChrony, parseTimesyncd } from '../../../server/doctor/clock-offset.ts'
import { readOnlyAmong } from '../../../server/doctor/mounts-of.ts'
import { isOnOneFileSystem } from '../../../server/doctor/one-file-system.ts'
import { commandsFor, findPathFaults } from '../../../server/doctor/path-faults.ts'
import { parseLimits, parseProcessorFlags, parseSwap } from '../../../server/doctor/proc-facts.ts'
import { parseExposure, unitOf } from '../../../server/doctor/unit-exposure.ts'
import { parseMounts } from '../../../server/kernel/mounts.ts'
import { openOwnedFolders } from '../../support/owned-folders.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('the soft limits of a process are read, without one as infinite', () => {
  const text = [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    'Max core file size        0                    unlimited            bytes     ',
    'Max open files            1024                 524288               files     ',
  ].join('\n')
  assert.deepEqual(parseLimits(text), { openFiles: 1024, coreBytes: 0 })
  const open = text.replace('size        0        ', 'size        unlimited')
  assert.equal(parseLimits(open).coreBytes, Number.POSITIVE_INFINITY)
})

test('a folder is read-only by the deepest mount around it, as the unit of systemd shows it to the server', () => {
  const mounts = [
    '500 400 252:0 / / ro,relatime master:1 - ext4 /dev/vda rw',
    '501 500 252:0 /var/lib/svc/data /var/lib/svc/data rw,relatime - ext4 /dev/vda rw',
    '502 500 0:60 / /mnt/back\\040ups rw - nfs4 far:/ rw',
    '503 500 0:61 / /mnt/images rw - nfs4 far:/images ro,vers=4.2',
    '504 500 0:62 / /srv ro - tmpfs tmpfs rw',
    '505 500 0:63 / /srv rw - tmpfs tmpfs rw',
    '',
  ].join('\n')
  const readOnly = ['/mnt/backups/svc', '/mnt/images', '/var/lib/svc/database']
  const writable = ['/var/lib/svc/data', '/mnt/back ups/svc', '/srv/logs']
  assert.deepEqual(readOnlyAmong(parseMounts(mounts), [...readOnly, ...writable]), readOnly)
})

test('swap on disks counts, compressed memory does not', () => {
  const swaps = [
    'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority',
    '/dev/sda2                               partition\t1000\t\t0\t\t-2',
    '/dev/zram0                              partition\t1000\t\t0\t\t100',
    '',
  ].join('\n')
  const status = 'Name:\tnode\nVmSwap:\t      12 kB\n'
  assert.deepEqual(parseSwap(swaps, status), { usedBytes: 12_288, devices: ['/dev/sda2'] })
  assert.deepEqual(parseSwap('Filename\n', 'Name:\tnode\n'), { usedBytes: 0, devices: [] })
})

test('what a processor can do is read, whatever Linux calls it there', () => {
  const [x64, arm64] = ['processor\t: 0\nflags\t\t: fpu sse4_2 \n', 'Features\t: fp asimd\n']
  assert.deepEqual(parseProcessorFlags(x64), ['fpu', 'sse4_2'])
  assert.deepEqual(parseProcessorFlags(arm64), ['fp', 'asimd'])
  assert.equal(parseProcessorFlags('processor\t: 0\n'), undefined)
})

const [server, stranger, root] = [4242, 1777, 0]
const asRoot = { skip: process.geteuid?.() !== root && 'only root can give folders away' }

describe('the owners of an installation', asRoot, () => {
  test('are compared with that of the data folder, whoever looks', (t) => {
    const { folder, made } = openOwnedFolders(t)
    const dataDir = made("it's here", server, 0o700)
    const images = made("it's here/images", stranger, 0o700)
    const commands = (userId: number) =>
      commandsFor(
        findPathFaults(
          {
            dataDir,
            masterKeyFile: join(folder, 'gone'),
            configFile: undefined,
            tls: undefined,
            scoring: undefined,
          },
          userId,
        ),
      )
    const mending = `chown 4242 '${images.replace("'", "'\\''")}'`
    assert.deepEqual(commands(server), [mending])
    assert.deepEqual(commands(root), [mending])
    assert.deepEqual(commands(stranger), ["sudo -u '#4242' svc ..."])
  })
})

const chronyLine = (offset: string, leap: string) =>
  `C0A80101,192.168.1.1,3,1732233600.1,${offset},0.0001,0.0002,-1.2,0.01,0.02,0.03,0.04,64.0,${leap}\n`

test('chrony tells the offset in seconds, either way, and whether it trusts a source', () => {
  const measured = (offsetMs: number) => ({ kind: 'measured', service: 'chrony', offsetMs })
  assert.deepEqual(parseChrony(chronyLine('-0.025', 'Normal')), measured(25))
  assert.deepEqual(parseChrony(chronyLine('2.5', 'Normal')), measured(2_500))
  assert.deepEqual(parseChrony(chronyLine('0.0', 'Not synchronised')), {
    kind: 'not_synchronised',
    service: 'chrony',
  })
  assert.equal(parseChrony('506 Cannot talk to daemon\n'), undefined)
})

test('timesyncd tells the offset with units, and nothing before a server has answered', () => {
  const offsetOf = (text: string) => {
    const offset = parseTimesyncd(`       Server: 10.0.0.1 (ntp.bank.example)\n${text}`)
    return offset?.kind === 'measured' ? Math.round(offset.offsetMs * 1000) / 1000 : offset?.kind
  }
  assert.equal(offsetOf('       Offset: -1.234ms\n'), 1.234)
  assert.equal(offsetOf('       Offset: +980us\n'), 0.98)
  assert.equal(offsetOf('       Offset: +1min 2.5s\n'), 62_500)
  assert.equal(offsetOf('Packet count: 0\n'), 'not_synchronised')
  assert.equal(parseTimesyncd('Failed to query server'), undefined)
})

test('the unit is read from the control group, and its exposure from the last line', () => {
  assert.equal(unitOf('/system.slice/svc.service'), 'svc.service')
  assert.equal(unitOf('/user.slice/user-0.slice/session-1.scope'), undefined)
  const answer = '→ Overall exposure level for svc.service: 1.2 OK :-)\n'
  assert.equal(parseExposure(answer), 1.2)
  assert.equal(parseExposure('Unit svc.service not found.'), undefined)
})

test('folders of one file system are told from others, and from what cannot be looked at', async (t) => {
  const data = tempFolder(t)
  const backups = join(data, 'backups')
  mkdirSync(backups)
  assert.equal(await isOnOneFileSystem(backups, data), true)
  assert.equal(await isOnOneFileSystem('/proc', data), false)
  for (const unseen of [join(data, 'gone'), 's3://bucket/backups']) {
    assert.equal(await isOnOneFileSystem(unseen, data), false)
    assert.equal(await isOnOneFileSystem(unseen, unseen), false)
  }
})

// Slow: starts a process of another user for each path.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { describeRefusedPath, refusalOf } from '../../../server/kernel/refused-path.ts'
import { openOwnedFolders } from '../../support/owned-folders.ts'

const [nobody, stranger] = [65_534, 4242]
const asRoot = { skip: process.geteuid?.() !== 0 && 'only root can become another user' }

/** Runs statements as the user nobody. Returns what is said of the error that they end with. */
function refusedTo(statements: string, dataDir?: string): string {
  const modules = ['kernel/refused-path', 'backup/backup-error', 'backup/envelope/age-keys'].map(
    (name) => new URL(`../../../server/${name}.ts`, import.meta.url).href,
  )
  const program = `
    const fs = await import('node:fs')
    const [refused, backup, keys] = await Promise.all(${JSON.stringify(modules)}.map((at) => import(at)))
    process.setgroups([]); process.setgid(${nobody}); process.setuid(${nobody})
    try { ${statements} } catch (error) {
      process.stdout.write(refused.describeRefusedPath(error, ${JSON.stringify(dataDir)}) ?? error.message)
    }`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program])
  assert.notEqual(stdout.length, 0, stderr.toString())
  return stdout.toString()
}

describe('a refused path', asRoot, () => {
  test('in a folder of somebody else names that folder, its owner and the user', (t) => {
    const { folder: above, made } = openOwnedFolders(t)
    const folder = made('backups', stranger, 0o755)
    const make = `fs.mkdtempSync(${JSON.stringify(join(folder, 'data.restoring-'))})`
    const refusal = `The user nobody may not make files in ${folder}: ${folder} belongs to 4242 (mode 755).`
    assert.equal(
      refusedTo(make, made('data', nobody, 0o700)),
      `${refusal} Give the folder to nobody (chown nobody ${folder}), or name a place in a folder that nobody owns.`,
    )
    for (const dataDir of [undefined, made('of-another', stranger, 0o700), join(above, 'gone')]) {
      assert.equal(
        refusedTo(make, dataDir),
        `${refusal} Run the command as 4242 or as root (sudo -u '#4242' svc ...), or name a place in a folder that nobody owns.`,
      )
    }
  })

  test('is not advised to be taken from the server by another user', (t) => {
    const { folder, made } = openOwnedFolders(t)
    const service = made('etc', stranger, 0o755)
    const keyFile = join(service, 'master.key')
    writeFileSync(keyFile, '', { mode: 0o600 })
    chownSync(keyFile, stranger, stranger)
    const settings = join(folder, 'svc.conf')
    writeFileSync(settings, '', { mode: 0o640 })
    const read = (file: string) => refusedTo(`fs.readFileSync(${JSON.stringify(file)})`, service)
    assert.match(
      read(keyFile),
      /\. Run the command as 4242 or as root \(sudo -u '#4242' svc \.\.\.\)\.$/,
    )
    assert.match(
      read(settings),
      /\. Run the command as root \(sudo svc \.\.\.\) or as the user of the server\.$/,
    )
  })

  test('of root in a folder of the user is given to the user, quoted for a shell', (t) => {
    const { made } = openOwnedFolders(t)
    const file = join(made("it's here", nobody, 0o755), 'pack.age')
    writeFileSync(file, '', { mode: 0o600 })
    const said = refusedTo(`fs.readFileSync(${JSON.stringify(file)})`)
    const quoted = `'${file.replace("'", "'\\''")}'`
    assert.ok(said.endsWith(` Give it to nobody: chown nobody ${quoted}`), said)
  })

  test('that the user owns is opened by its mode', (t) => {
    const { made } = openOwnedFolders(t)
    const folder = made('closed', nobody, 0o500)
    const write = `fs.writeFileSync(${JSON.stringify(join(folder, 'new'))}, '')`
    assert.match(refusedTo(write), new RegExp(`\\(chmod u\\+rwX ${folder}\\)`))
  })

  test('of a folder that is to be made says how root makes it', (t) => {
    const { made } = openOwnedFolders(t)
    const folder = made('mnt', stranger, 0o755)
    const place = join(folder, 'backups/svc')
    assert.match(
      refusedTo(`fs.mkdirSync(${JSON.stringify(place)}, { recursive: true })`),
      new RegExp(`may not make ${place} in ${folder}: .*install -d -o nobody -m 700 ${place}$`),
    )
  })

  test('in a folder that cannot be entered names that folder', (t) => {
    const { made } = openOwnedFolders(t)
    const home = made('home', stranger, 0o700)
    const file = join(home, 'below/identity.txt')
    assert.match(
      refusedTo(`keys.readIdentities(${JSON.stringify(file)})`),
      new RegExp(`^The user nobody may not reach ${file}: ${home} belongs to 4242 \\(mode 700\\)`),
    )
  })

  test('of a file says whether it cannot be read or written', (t) => {
    const { folder } = openOwnedFolders(t)
    const file = join(folder, 'pack.age')
    writeFileSync(file, '', { mode: 0o600 })
    const read = `fs.readFileSync(${JSON.stringify(file)})`
    assert.match(
      refusedTo(read),
      new RegExp(`may not read ${file}: .*belongs to root \\(mode 600\\)`),
    )
    chmodSync(file, 0o644)
    const write = `fs.writeFileSync(${JSON.stringify(file)}, '')`
    assert.match(refusedTo(write), new RegExp(`may not write ${file}: .*belongs to root`))
  })

  test('is what a failed backup says', (t) => {
    const { made } = openOwnedFolders(t)
    const folder = made('store', stranger, 0o755)
    const write = `fs.writeFileSync(${JSON.stringify(join(folder, '.partial-x'))}, '')`
    const said = refusedTo(`try { ${write} } catch (error) { throw backup.backupErrorOf(error) }`)
    assert.match(said, new RegExp(`^The user nobody may not make files in ${folder}: `))
  })
})

test('the user svc, whom commands of root become, is not advised to be root', () => {
  const advice = (path: string, mode: number, { at = path, isFile = true } = {}) => {
    const found = { path: at, stats: { uid: 0, gid: 0, mode, isFile: () => isFile } }
    return refusalOf({ path, found, userId: 997, user: 'svc', mayTake: false }, false).advice
  }
  const copied =
    /^A command that root runs becomes this user, too\. .*copy it .*\(install -o svc -m 600 \S+ \/run\/\)/i
  const inHome = advice('/root/identity.txt', 0, { at: '/root', isFile: false })
  assert.match(inHome, copied)
  assert.match(inHome, /Name a place that this user may reach, or, to have it read: copy it/)
  assert.doesNotMatch(advice('/srv/data', 0, { isFile: false }), /install|copy/)
  assert.match(advice('/srv/identity.txt', 0), copied)
  assert.match(
    advice('/srv/drill', 0o755, { at: '/srv', isFile: false }),
    /too\. So name a place in a folder that svc owns\.$/,
  )
  assert.equal(advice('/srv/list.csv', 0o644), 'Give it to svc: chown svc /srv/list.csv')
})

test('a read-only place may be so to the unit of the server alone', () => {
  const error = Object.assign(new Error('no'), { code: 'EROFS', path: '/' })
  assert.match(
    describeRefusedPath(error) ?? '',
    /^\/ is on a file system that is mounted read-only, or read-only to the unit of the server \(svc help install/,
  )
})

test('errors without a path, and those that are no refusal, are not described', () => {
  const error = (more: object) => Object.assign(new Error('no'), more)
  assert.equal(describeRefusedPath(error({ code: 'EACCES', syscall: 'listen' })), undefined)
  assert.equal(describeRefusedPath(error({ code: 'ENOENT', path: '/nowhere/at/all' })), undefined)
  assert.equal(describeRefusedPath('EACCES'), undefined)
})

// Slow: runs the installer again and again.
//
// install.sh below a prefix, so that it needs no root: a release that is real in form, with the commands of this tree.

import assert from 'node:assert/strict'
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { createHash, sign } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeReleaseKey, readReleaseKey } from '../../../scripts/package/release-key.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { runSvc } from '../memory-shell.ts'

const packageDir = fileURLToPath(new URL('../../../scripts/package', import.meta.url))
const launcher = fileURLToPath(new URL('../../../cli/svc.js', import.meta.url))

const needsOpenssl = {
  skip: spawnSync('openssl', ['version']).status !== 0 && 'openssl is not on this machine',
}

/** Stands in for systemd-creds, whose seal needs a key of the machine: it keeps the name and turns the bytes around. */
const sealer = `#!/bin/sh
case $1 in
  encrypt) { printf '%s\\n' "$2"; base64 <"$3"; } >"$4" ;;
  decrypt) [ "$2" = "$(head -n 1 "$3")" ] && [ ! -e "\${0%/*}/broken" ] && tail -n +2 "$3" | base64 -d ;;
esac
`

interface Scene {
  readonly media: string
  readonly prefix: string
  readonly tools: string
  readonly publicKey: string
  release(version: string): string
  install(release: string, ...options: string[]): SpawnSyncReturns<string>
  svc(words: readonly string[], env?: Record<string, string>): SpawnSyncReturns<string>
}

function scene(t: TestContext): Scene {
  const folder = tempFolder(t)
  const [media, prefix, tools] = ['media', 'root', 'tools'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const made of [media, prefix, tools]) mkdirSync(made)
  writeProgram(join(tools, 'systemd-creds'), sealer)
  const keyFile = join(folder, 'key/release')
  makeReleaseKey(keyFile)
  const env = { PATH: `${tools}:${process.env.PATH ?? ''}`, HOME: '/nonexistent' }
  const asRoot = process.geteuid?.() === 0 ? { SVC_ALLOW_ROOT: 'yes' } : {}
  const run = (program: string, words: readonly string[], more: Record<string, string> = {}) =>
    spawnSync(program, words, { env: { ...env, ...asRoot, ...more }, encoding: 'utf8' })
  return {
    media,
    prefix,
    tools,
    publicKey: `${keyFile}.pub`,
    release: (version) => writeRelease(join(media, `svc-${version}`), version, keyFile),
    install: (release, ...options) =>
      run(join(release, 'install.sh'), ['--prefix', prefix, ...options]),
    svc: (words, more) => run(join(prefix, 'opt/svc/current/bin/svc'), words, more),
  }
}

function writeProgram(file: string, text: string): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, 0o755)
}

function writeRelease(folder: string, version: string, keyFile: string): string {
  writeProgram(join(folder, 'runtime/bin/node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`)
  mkdirSync(join(folder, 'cli'))
  writeFileSync(join(folder, 'cli/svc.js'), `import '${launcher}'\n`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, type: 'module' }))
  for (const [from, to] of [
    ['install.sh', 'install.sh'],
    ['svc.sh', 'bin/svc'],
  ] as const) {
    mkdirSync(join(folder, to, '..'), { recursive: true })
    copyFileSync(join(packageDir, from), join(folder, to))
    chmodSync(join(folder, to), 0o755)
  }
  const lines = filesBelow(folder).map((file) => `${digest(join(folder, file))}  ${file}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
  const signature = sign(null, Buffer.from(lines.join('')), readReleaseKey(keyFile))
  writeFileSync(join(folder, 'SHA256SUMS.sig'), signature)
  return folder
}

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/** Every file with its digest and mode. */
function stateOf(folder: string): readonly string[] {
  return filesBelow(folder).map((file) => {
    const path = join(folder, file)
    return `${digest(path)} ${statSync(path).mode.toString(8)} ${file}`
  })
}

async function initialise({ prefix }: Scene): Promise<string> {
  const conf = join(prefix, 'etc/svc/svc.conf')
  const places = {
    '--config': conf,
    '--data-dir': join(prefix, 'var/lib/svc/data'),
    '--master-key-file': join(prefix, 'etc/svc/keys/master.key'),
  }
  const made = await runSvc(['init', ...Object.entries(places).flat()])
  assert.equal(made.status, 0, made.err)
  return conf
}

describe('install.sh', needsOpenssl, () => {
  test('installs a signed release, and changes nothing when it runs again', (t) => {
    const here = scene(t)
    const release = here.release('1.2.0')
    const first = here.install(release, '--key', here.publicKey)
    assert.equal(first.status, 0, first.stderr)
    assert.equal(readlinkSync(join(here.prefix, 'opt/svc/current')), '1.2.0')
    assert.equal(here.svc(['version']).status, 0)
    const before = stateOf(here.prefix)
    // The key of the first time is kept, and checks the second one.
    assert.equal(here.install(release).status, 0)
    assert.deepEqual(stateOf(here.prefix), before)
  })

  test('gives an empty disk to the user of the server, and leaves a used folder as it is', (t) => {
    const here = scene(t)
    const [disk, used] = ['var/lib/svc', 'var/backups/svc'].map((path) => join(here.prefix, path))
    for (const folder of [join(disk ?? '', 'lost+found'), join(used ?? '', 'of others')]) {
      mkdirSync(folder, { recursive: true })
    }
    chmodSync(used ?? '', 0o755)
    here.install(here.release('1.2.0'), '--key', here.publicKey)
    const modes = [disk, used].map((folder) => (statSync(folder ?? '').mode & 0o777).toString(8))
    assert.deepEqual(modes, ['700', '755'])
  })

  test('leaves a used folder behind a link as it is', (t) => {
    const here = scene(t)
    const shared = join(here.media, 'shared')
    mkdirSync(join(shared, 'of others'), { recursive: true })
    chmodSync(shared, 0o755)
    mkdirSync(join(here.prefix, 'var/backups'), { recursive: true })
    symlinkSync(shared, join(here.prefix, 'var/backups/svc'))
    const installed = here.install(here.release('1.2.0'), '--key', here.publicKey)
    assert.equal(installed.status, 0, installed.stderr)
    assert.equal((statSync(shared).mode & 0o777).toString(8), '755')
  })

  test('leaves another release in use, and names the command that changes over', (t) => {
    const here = scene(t)
    here.install(here.release('1.2.0'), '--key', here.publicKey)
    const newer = here.install(here.release('1.3.0'))
    assert.equal(newer.status, 0)
    assert.match(newer.stderr, /svc upgrade apply/)
    assert.equal(readlinkSync(join(here.prefix, 'opt/svc/current')), '1.2.0')
  })

  const spoilt: Record<string, (release: string) => void> = {
    'a changed file': (release) => appendFileSync(join(release, 'cli/svc.js'), '// more\n'),
    'a changed list': (release) => appendFileSync(join(release, 'SHA256SUMS'), '\n'),
    'another file': (release) => writeFileSync(join(release, 'cli/more.js'), ''),
    'a link': (release) => symlinkSync('/etc/passwd', join(release, 'cli/more.js')),
    'a missing signature': (release) => rmSync(join(release, 'SHA256SUMS.sig')),
  }
  for (const [name, spoil] of Object.entries(spoilt)) {
    test(`refuses a release with ${name}, and installs nothing`, (t) => {
      const here = scene(t)
      const release = here.release('1.2.0')
      spoil(release)
      const refused = here.install(release, '--key', here.publicKey)
      assert.equal(refused.status, 1)
      assert.deepEqual(readdirSync(here.prefix), [])
    })
  }

  test('refuses a release without a word on who signed it, and one of another key', (t) => {
    const here = scene(t)
    const release = here.release('1.2.0')
    assert.match(here.install(release).stderr, /name the public key/)
    const other = join(here.media, 'other/release')
    makeReleaseKey(other)
    assert.match(here.install(release, '--key', `${other}.pub`).stderr, /signature does not fit/)
    assert.deepEqual(readdirSync(here.prefix), [])
  })
})

test('bin/svc reads the settings of the installation, unless the command names others', (t) => {
  const folder = tempFolder(t)
  const conf = join(folder, 'svc.conf')
  const text = readFileSync(join(packageDir, 'svc.sh'), 'utf8')
  for (const made of ['bin', 'runtime/bin']) mkdirSync(join(folder, made), { recursive: true })
  writeProgram(join(folder, 'bin/svc'), text.replace('/etc/svc/svc.conf', conf))
  writeProgram(join(folder, 'runtime/bin/node'), '#!/bin/sh\nprintenv SVC_CONFIG || echo none\n')
  const settingsOf = (line: string) =>
    spawnSync(join(folder, 'bin/svc'), line.split(' '), {
      encoding: 'utf8',
      env: { HOME: folder },
    }).stdout.trim()
  assert.equal(settingsOf('verifications submit'), 'none')
  writeFileSync(conf, '')
  for (const line of ['status', 'verifications list', 'verifications get ver_1']) {
    assert.equal(settingsOf(line), conf, line)
  }
  for (const line of ['--config other status', 'status --data-dir=/other', '--demo status']) {
    assert.equal(settingsOf(line), 'none', line)
  }
})

describe('install.sh --seal-key', needsOpenssl, () => {
  test('makes a credential that opens the only source of the master key, and once is enough', async (t) => {
    const here = scene(t)
    const release = here.release('1.2.0')
    here.install(release, '--key', here.publicKey)
    assert.match(here.install(release, '--seal-key').stderr, /there is no .*svc\.conf yet/)
    const conf = await initialise(here)
    const { mode } = statSync(conf)
    // A machine that cannot open what it sealed would be left without its key.
    const text = readFileSync(conf, 'utf8')
    const broken = join(here.tools, 'broken')
    writeFileSync(broken, '')
    const refused = here.install(release, '--seal-key')
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /does not open to the master key/)
    assert.equal(readFileSync(conf, 'utf8'), text)
    assert.ok(!existsSync(join(here.prefix, 'etc/svc/credentials/svc-master-key.cred')))
    rmSync(broken)
    const sealed = here.install(release, '--seal-key')
    assert.equal(sealed.status, 0, sealed.stderr)
    assert.match(sealed.stderr, /systemctl restart svc\. .* remove .*master\.key/)
    const lines = readFileSync(conf, 'utf8').split('\n')
    const sources = lines.filter((line) => /^SVC_MASTER_KEY/.test(line))
    assert.deepEqual(sources, ['SVC_MASTER_KEY_CREDENTIAL=svc-master-key'])
    assert.equal(statSync(conf).mode, mode)
    const before = stateOf(here.prefix)
    // The installed release is whole after commands of root, so its own installer works too.
    const installed = join(here.prefix, 'opt/svc/current')
    for (const place of [release, installed]) {
      assert.equal(here.install(place, '--seal-key').status, 0)
      assert.deepEqual(stateOf(here.prefix), before)
    }

    // What the unit hands to the server opens the database, without the file.
    const folder = join(here.media, 'credentials')
    mkdirSync(folder, { mode: 0o700 })
    const key = join(here.prefix, 'etc/svc/keys/master.key')
    const credential = join(here.prefix, 'etc/svc/credentials/svc-master-key.cred')
    assert.equal(statSync(credential).mode & 0o777, 0o400)
    const opened = spawnSync(
      join(here.tools, 'systemd-creds'),
      ['decrypt', '--name=svc-master-key', credential, '-'],
      { encoding: 'utf8' },
    )
    writeFileSync(join(folder, 'svc-master-key'), opened.stdout, { mode: 0o600 })
    rmSync(key)
    const shown = here.svc(['crypto', 'verify', '--config', conf], {
      CREDENTIALS_DIRECTORY: folder,
    })
    assert.equal(shown.status, 0, shown.stderr)
    const unit = await runSvc(['init', '--print-unit', '--config', conf])
    assert.match(unit.out, /^LoadCredential.*=svc-master-key:/m)
  })
})

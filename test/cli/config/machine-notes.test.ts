import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { machineNotes } from '../../../cli/config/machine-notes.ts'
import { loadConfig } from '../../../server/config.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { certifyServer, makeAuthority } from '../../support/tls.ts'
import { runSvc } from '../memory-shell.ts'

/** A machine of files, and the notes on settings there. */
function openMachine(t: TestContext) {
  const folder = tempFolder(t)
  const [unit, status, firstPort, etc, run] = ['unit', 'status', 'firstPort', 'etc', 'run'].map(
    (name) => join(folder, name),
  ) as [string, string, string, string, string]
  const files = { unit, status, firstPort, unitFolders: [etc, run] }
  const configFile = join(folder, 'svc.conf')
  const write = (lines: readonly string[]) => {
    const all = [`SVC_DATA_DIR=${join(folder, 'data')}`, ...lines]
    writeFileSync(configFile, `${all.join('\n')}\n`)
  }
  return {
    folder,
    files,
    configFile,
    write,
    async notes(lines: readonly string[]) {
      write(lines)
      const { config } = loadConfig({ profile: 'appliance', env: {}, configFile })
      return machineNotes(config, files)
    },
  }
}

const printUnit = async (configFile: string) =>
  (await runSvc(['init', '--print-unit', '--config', configFile])).out

describe('svc config check notes of ports below 1024', () => {
  const low = ['SVC_PORT=443', 'SVC_OPS_PORT=8081']
  const rights = { none: '0000000000000000', bind: '0000000000000400' }

  test('those that this user may not take, with what to do', async (t) => {
    const { files, notes } = openMachine(t)
    writeFileSync(files.status, `Name:\tnode\nCapEff:\t${rights.none}\n`)
    writeFileSync(files.firstPort, '1024\n')
    const [note, ...more] = await notes(low)
    assert.match(note ?? '', /^Ports below 1024 .*: SVC_PORT \(443\)\. Take higher ports, .* proxy/)
    assert.deepEqual(more, [])
    assert.match((await notes(['SVC_PORT=80']))[0] ?? '', /SVC_PORT \(80\) and SVC_OPS_PORT \(81\)/)
    assert.deepEqual(await notes(['SVC_PORT=8443']), [])
  })

  test('none where the right is there, or no port needs it', async (t) => {
    const { files, notes } = openMachine(t)
    assert.deepEqual(await notes(low), [], 'a system that does not say')
    writeFileSync(files.status, `CapEff:\t${rights.bind}\n`)
    writeFileSync(files.firstPort, '1024\n')
    assert.deepEqual(await notes(low), [])
    writeFileSync(files.status, `CapEff:\t${rights.none}\n`)
    writeFileSync(files.firstPort, '443\n')
    assert.deepEqual(await notes(low), [])
  })

  test('as the unit starts the server, for root too, who has the right', async (t) => {
    const { files, configFile, notes, write } = openMachine(t)
    writeFileSync(files.status, `CapEff:\t${rights.bind}\n`)
    writeFileSync(files.firstPort, '1024\n')
    write(low)
    const unit = await printUnit(configFile)
    writeFileSync(files.unit, unit)
    const [note = '', ...more] = await notes(low)
    assert.match(note, /need a right that the unit \S+ gives to nobody: SVC_PORT \(443\)\./)
    assert.deepEqual(more, [])
    writeFileSync(files.unit, unit.replace(configFile, '/srv/other/svc.conf'))
    assert.deepEqual(await notes(low), [], 'a unit of other settings')
    const bound = 'CapabilityBoundingSet='
    writeFileSync(files.unit, unit.replace(bound, `${bound}CAP_NET_BIND_SERVICE`))
    assert.doesNotMatch((await notes(low)).join(), /Ports/, 'a unit that gives the right')
    writeFileSync(files.unit, unit)
    writeFileSync(files.status, `CapEff:\t${rights.none}\n`)
    assert.equal((await notes(low)).length, 1)
  })

  for (const place of ['etc/svc.service.d', 'run/svc.service.d', 'run/service.d']) {
    test(`none where a file in ${place} gives the right`, async (t) => {
      const { files, configFile, folder, notes, write } = openMachine(t)
      writeFileSync(files.firstPort, '1024\n')
      write(low)
      writeFileSync(files.unit, await printUnit(configFile))
      const file = join(folder, place, 'more.conf')
      mkdirSync(join(folder, place), { recursive: true })
      writeFileSync(file, '[Service]\nMemoryMax=4G\nCapabilityBoundingSet=\n')
      assert.equal((await notes(low)).length, 1, 'a file that gives other things')
      writeFileSync(file, '[Service]\nCapabilityBoundingSet = CAP_NET_BIND_SERVICE\n')
      assert.deepEqual(await notes(low), [])
    })
  }

  test('exactly where this machine refuses one', async (t) => {
    const { configFile, write } = openMachine(t)
    write(['SVC_PORT=1021', 'SVC_OPS_PORT=0'])
    const { out } = await runSvc(['config', 'check', configFile])
    assert.equal(/note: Ports below \d+ need a right/.test(out), await isRefused(1021), out)
  })
})

function isRefused(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error) => resolve('code' in error && error.code === 'EACCES'))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)))
  })
}

test('svc config check notes a certificate that is not for the host of the public URL', async (t) => {
  const { folder, notes } = openMachine(t)
  const { cert, key } = await certifyServer(await makeAuthority())
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  const tls = ['SVC_TLS_CERT_FILE=cert.pem', 'SVC_TLS_KEY_FILE=key.pem']
  const at = (url: string) => notes([...tls, `SVC_PUBLIC_URL=${url}`])
  const [note = '', ...more] = await at('https://kyc.bank.example')
  assert.match(note, /cert\.pem is not for kyc\.bank\.example, the host of SVC_PUBLIC_URL, but for/)
  assert.match(note, /DNS:localhost/)
  assert.deepEqual(more, [])
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    assert.deepEqual(await at(`https://${host}:8443`), [], host)
  }
  assert.deepEqual(await notes(tls), [], 'without a public URL')
  const other = fileURLToPath(new URL('../../support/doctor-certificate.pem', import.meta.url))
  copyFileSync(other, join(folder, 'cert.pem'))
  assert.deepEqual(await at('https://kyc.bank.example'), [], 'a key of another is a problem')
})

describe('svc config check notes a unit that is not the one for the settings', () => {
  test('after a folder was named, until it is written anew', async (t) => {
    const { files, configFile, folder, notes, write } = openMachine(t)
    assert.deepEqual(await notes([]), [], 'without a unit')
    writeFileSync(files.unit, await printUnit(configFile))
    assert.deepEqual(await notes([]), [])
    const named = [`SVC_LOG_FILE=${join(folder, 'log/svc.log')}`]
    const [note = '', ...more] = await notes(named)
    assert.match(note, /^The unit .* is not the one .* svc init --print-unit, .* svc help install/)
    assert.deepEqual(more, [])
    write(named)
    writeFileSync(files.unit, await printUnit(configFile))
    assert.deepEqual(await notes(named), [])
  })

  test('not one of other settings, nor one with a sealed key, which this user may not see', async (t) => {
    const { files, configFile, notes, write } = openMachine(t)
    const credential = ['SVC_MASTER_KEY_CREDENTIAL=svc-trial-key']
    write(credential)
    const unit = await printUnit(configFile)
    assert.match(unit, /^LoadCredential=svc-trial-key:/m)
    writeFileSync(files.unit, unit)
    assert.deepEqual(await notes(credential), [])
    const sealed = unit.replace(/^LoadCredential=(.*)$/m, 'LoadCredentialEncrypted=$1.cred')
    writeFileSync(files.unit, sealed)
    assert.deepEqual(await notes(credential), [])
    writeFileSync(files.unit, sealed.replace('WatchdogSec=60\n', ''))
    assert.equal((await notes(credential)).length, 1)
    const elsewhere = sealed.replace(configFile, '/srv/other/svc.conf')
    writeFileSync(files.unit, elsewhere.replace('WatchdogSec=60\n', ''))
    assert.deepEqual(await notes(credential), [])
  })
})

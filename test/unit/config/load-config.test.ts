import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { listeningAt } from '../../../server/config.ts'
import { describeSettings } from '../../../server/settings/describe-settings.ts'
import { settingRows } from '../../../server/settings/setting-rows.ts'
import { openSettingsFolder } from './load-settings.ts'

const { fileWith, load, productDir, remove } = openSettingsFolder()
after(remove)

describe('with nothing given', () => {
  test('the appliance listens on loopback and keeps its key outside its data folder', () => {
    const { config, secrets } = load({})
    assert.equal(config.publicUrl, 'http://127.0.0.1:8080')
    assert.equal(config.serverUrl, 'http://127.0.0.1:8080')
    assert.equal(config.dataDir, join(productDir, 'data/var/appliance'))
    assert.equal(config.masterKeyFile, join(productDir, 'data/var/master.key'))
    assert.deepEqual(config.markets, ['SN', 'MA'])
    assert.equal(config.smile, undefined)
    assert.equal(config.tls, undefined)
    assert.equal(config.scoring, undefined)
    assert.ok(Object.values(secrets).every((value) => value === undefined))
    assert.deepEqual([config.backup, config.backupS3], [undefined, undefined])
  })

  test('the ledger of outbound calls is kept for a year', () => {
    assert.equal(load({}).config.outboundRetentionMs, 365 * 24 * 60 * 60 * 1000)
  })

  test('webhooks go to public addresses only, by the schedule of the contract', () => {
    assert.deepEqual(load({}).config.webhooks, {
      allow: [],
      caFile: undefined,
      timeoutMs: 10_000,
      allowLoopback: false,
      retryDelaysMs: [60_000, 300_000, 1_800_000, 7_200_000, 28_800_000],
      maxFailedAttempts: 5,
      attemptRetentionMs: 2_592_000_000,
      bodyRetentionMs: 604_800_000,
      deactivateOnGone: false,
    })
    assert.equal(load({}, { profile: 'demo' }).config.webhooks.allowLoopback, true)
  })

  test('the demo has a folder of its own, with its key inside', () => {
    const standard = load({}, { profile: 'demo' }).config
    assert.equal(standard.dataDir, join(productDir, 'data/var/demo'))
    assert.equal(standard.masterKeyFile, join(productDir, 'data/var/demo/master.key'))
    const moved = load({ SVC_DATA_DIR: '/elsewhere' }, { profile: 'demo' }).config
    assert.equal(moved.masterKeyFile, '/elsewhere/master.key')
  })

  test('the settings and everything in them are frozen', () => {
    const { config, origins } = load({ SVC_TRUSTED_PROXIES: '10.0.0.1' })
    for (const part of [config, config.trustedProxies, config.markets, origins]) {
      assert.ok(Object.isFrozen(part))
    }
  })
})

describe('where a value comes from', () => {
  test('a flag wins over the environment, the environment over svc.conf, that over the default', () => {
    const configFile = fileWith('SVC_PORT=3\nSVC_HOST=::1\nSVC_PREFLIGHT=off')
    const env = { SVC_PORT: '2', SVC_HOST: 'localhost' }
    const { config, origins } = load(env, { configFile, flags: { SVC_PORT: '1' } })
    assert.deepEqual([config.port, config.host, config.preflight], [1, 'localhost', 'off'])
    const { SVC_PORT, SVC_HOST, SVC_PREFLIGHT, SVC_MARKETS } = origins
    assert.deepEqual(
      [SVC_PORT, SVC_HOST, SVC_PREFLIGHT, SVC_MARKETS],
      ['flag', 'environment', 'conf', 'default'],
    )
  })

  test('a secret comes from a file, trimmed; one in the environment wins over a file in svc.conf', () => {
    const SVC_API_KEY_FILE = fileWith('  s3cret\n')
    const fromFile = load({ SVC_API_KEY_FILE })
    assert.equal(fromFile.secrets.apiKey, 's3cret')
    assert.equal(fromFile.origins.SVC_API_KEY, 'file')
    const configFile = fileWith(`SVC_API_KEY_FILE=${SVC_API_KEY_FILE}`)
    assert.equal(load({ SVC_API_KEY: 'direct' }, { configFile }).secrets.apiKey, 'direct')
  })

  test('an empty value counts as not given', () => {
    const configFile = fileWith('SVC_PORT=9000\nSVC_HOST=\n')
    const { config } = load({ SVC_PORT: ' ', SVC_API_KEY: '' }, { configFile })
    assert.deepEqual([config.port, config.host], [9000, '127.0.0.1'])
  })

  test('names without our prefix are nobody’s concern in the environment', () => {
    assert.equal(load({ PORT: 'x', SVCPORT: '1', _SVC_PORT: '1' }).config.port, 8080)
  })

  test('--config wins over SVC_CONFIG, which wins over data/var/svc.conf', () => {
    const folder = mkdtempSync(join(productDir, 'product-'))
    mkdirSync(join(folder, 'data/var'), { recursive: true })
    writeFileSync(join(folder, 'data/var/svc.conf'), 'SVC_PORT=1')
    const SVC_CONFIG = fileWith('SVC_PORT=2')
    const configFile = fileWith('SVC_PORT=3')
    const inFolder = { productDir: folder }
    assert.equal(load({}, inFolder).config.port, 1)
    assert.equal(load({ SVC_CONFIG }, inFolder).config.port, 2)
    assert.equal(load({ SVC_CONFIG }, { ...inFolder, configFile }).config.port, 3)
    assert.equal(load({}, { ...inFolder, profile: 'demo' }).config.port, 8080)
  })

  test('a relative path counts from where it was written', () => {
    const configFile = fileWith('SVC_MASTER_KEY_FILE=keys/k')
    const { config } = load({ SVC_DATA_DIR: 'there' }, { configFile })
    assert.equal(config.dataDir, '/cwd/there')
    assert.equal(config.masterKeyFile, join(productDir, 'keys/k'))
  })
})

describe('the public URL', () => {
  const derived = {
    'http://127.0.0.1:8080': { SVC_HOST: '0.0.0.0', SVC_INSECURE_HTTP: 'yes' },
    'http://[::1]:8080': { SVC_HOST: '::1' },
    'http://localhost': { SVC_HOST: 'localhost', SVC_PORT: '80' },
    'https://kyc.bank.example': { SVC_PUBLIC_URL: 'https://kyc.bank.example/' },
  }
  for (const [url, env] of Object.entries(derived)) {
    test(`is ${url} for ${JSON.stringify(env)}`, () => {
      const { config } = load(env)
      assert.equal(config.publicUrl, url)
      assert.equal(config.serverUrl, url)
    })
  }

  test('learns the port that a server on port 0 was given, unless it was set', () => {
    const free = listeningAt(load({ SVC_PORT: '0' }).config, 4711)
    assert.deepEqual(
      [free.port, free.publicUrl, free.serverUrl],
      [4711, 'http://127.0.0.1:4711', 'http://127.0.0.1:4711'],
    )
    const set = load({ SVC_PORT: '0', SVC_PUBLIC_URL: 'https://a.example' }).config
    assert.equal(listeningAt(set, 4711).publicUrl, 'https://a.example')
  })
})

describe('what is shown', () => {
  test('is every setting, once, in the order of the table', () => {
    const names = settingRows.map((row) => row.name)
    assert.deepEqual(
      load({}).effective.map((shown) => shown.name),
      names,
    )
    assert.deepEqual(
      describeSettings().map((described) => described.name),
      names,
    )
    assert.equal(new Set(names).size, names.length)
  })

  test('masks secrets and shows only whether they are set', () => {
    const loaded = load({ SVC_API_KEY: 'hush-hush' })
    const shown = new Map(loaded.effective.map(({ name, value }) => [name, value]))
    assert.equal(shown.get('SVC_API_KEY'), '••••')
    assert.equal(shown.get('SVC_SMILE_API_KEY'), undefined)
    assert.ok(!JSON.stringify([loaded.effective, loaded.config]).includes('hush'))
  })

  test('can be given back and means the same; a public URL that was derived is then set', () => {
    const env = {
      SVC_TRUSTED_PROXIES: '10.1.2.3/16',
      SVC_BODY_TIMEOUT: '90s',
      SVC_MARKETS: 'gh',
      SVC_WEBHOOK_ALLOW: '10.1.0.0/16,[fd12::]/16:8443,*.bank.internal',
    }
    const first = load(env)
    const shown = first.effective.flatMap(({ name, value }) => (value ? [[name, value]] : []))
    const again = load(Object.fromEntries(shown)).config
    assert.equal(first.config.publicUrlSet, undefined)
    assert.deepEqual(again, { ...first.config, publicUrlSet: first.config.publicUrl })
  })

  test('names the default of each profile in the reference', () => {
    const dataDir = describeSettings().find(({ name }) => name === 'SVC_DATA_DIR')
    assert.equal(dataDir?.default, 'data/var/appliance (demo: data/var/demo)')
  })
})

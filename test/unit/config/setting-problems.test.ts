import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { smileUploadHostsDefault } from '../../../server/providers/smile-id/allowed-hosts.ts'
import { hostPatterns } from '../../../server/settings/setting-hosts.ts'
import { assertProblem, openSettingsFolder } from './load-settings.ts'

const { fileWith, load, problemsOf, remove } = openSettingsFolder()
after(remove)

describe('what is wrong is said', () => {
  test('all at once, in one error', () => {
    const problems = problemsOf({
      SVC_PORT: 'http',
      SVC_PROT: '1',
      SVC_BODY_TIMEOUT: '12',
      SVC_API_KEY_FILE: '/nowhere',
      SVC_TLS_CERT_FILE: fileWith('pem'),
    })
    assert.deepEqual(problems.map((problem) => problem.split(' ')[0]).sort(), [
      'SVC_API_KEY_FILE',
      'SVC_BODY_TIMEOUT',
      'SVC_PORT',
      'SVC_PROT',
      'SVC_TLS_KEY_FILE',
    ])
  })

  test('a wrong value: what it must be, what it is, where it stands', () => {
    const problems = problemsOf({ SVC_PORT: '65536' })
    assertProblem(problems, /^SVC_PORT must be a whole number from 0 to 65535; it is "65536" \(env/)
  })

  test('an environment that turns the check of certificates off', () => {
    const off = problemsOf({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    assertProblem(off, /^NODE_TLS_REJECT_UNAUTHORIZED is 0, which disables .* Unset it/)
    assert.doesNotThrow(() => load({ NODE_TLS_REJECT_UNAUTHORIZED: '1' }))
  })

  test('neither a wrong secret nor a password in a URL is quoted', () => {
    const secret = problemsOf({ SVC_API_KEY: 'hush\u0007hush' })
    const password = problemsOf({ SVC_SMILE_BASE_URL: 'https://me:hush@api.example' })
    assertProblem(secret, /^SVC_API_KEY must be one line of printable text/)
    assertProblem(password, /^SVC_SMILE_BASE_URL must be an https URL/)
    assert.ok(![...secret, ...password].join().includes('hush'))
  })

  const unknownNames = {
    SVC_PROT: /did you mean SVC_PORT\?/,
    SVC_RATE_LIMIT: /^SVC_RATE_LIMIT is not a setting/,
    SVC_SMILE_PARTNERID: /did you mean SVC_SMILE_PARTNER_ID\?/,
    SVC_SOMETHING_ELSE: /is not a setting$/,
    SVC_HOST_FILE: /only a secret can be given as a file. Set SVC_HOST$/,
  }
  for (const [name, message] of Object.entries(unknownNames)) {
    test(`the unknown name ${name}, wherever it stands`, () => {
      assertProblem(problemsOf({ [name]: 'x' }), message)
      assertProblem(problemsOf({}, { configFile: fileWith(`${name}=x`) }), message)
    })
  }

  test('a secret given both ways in one place', () => {
    const env = { SVC_API_KEY: 'a', SVC_API_KEY_FILE: fileWith('b') }
    assertProblem(problemsOf(env), /^SVC_API_KEY and SVC_API_KEY_FILE are both set; keep one/)
  })

  test('a secret as a flag', () => {
    const flags = { SVC_API_KEY: 'a' }
    assertProblem(problemsOf({}, { flags }), /^SVC_API_KEY must not be a flag/)
  })

  test('a secret in a file that is missing, empty or open to every user', () => {
    const open = fileWith('s3cret', 0o604)
    const missing = problemsOf({ SVC_API_KEY_FILE: 'the-secret-itself' })
    assertProblem(missing, /_FILE names a file that cannot be read; the value is the path/)
    assert.ok(!JSON.stringify(missing).includes('the-secret-itself'))
    assertProblem(problemsOf({ SVC_API_KEY_FILE: fileWith(' \n') }), /_FILE \/.* is empty$/)
    assertProblem(problemsOf({ SVC_API_KEY_FILE: open }), /_FILE every user .* chmod 640 \//)
    assert.equal(load({ SVC_API_KEY_FILE: fileWith('s3cret', 0o640) }).secrets.apiKey, 's3cret')
  })

  test('a svc.conf with a secret that every user can read; without a secret it may be open', () => {
    const secret = fileWith('SVC_API_KEY=s3cret', 0o644)
    assertProblem(problemsOf({}, { configFile: secret }), /^SVC_API_KEY every user .* chmod 640 \//)
    assert.equal(load({}, { configFile: fileWith('SVC_PORT=1', 0o644) }).config.port, 1)
  })

  test('a svc.conf that is named and missing, or has faulty lines, or names another', () => {
    assertProblem(
      problemsOf({}, { configFile: 'no.conf' }),
      /^SVC_CONFIG .* "\/cwd\/no.conf" \(flag\)/,
    )
    assertProblem(problemsOf({ SVC_CONFIG: '/no.conf' }), /^SVC_CONFIG must be a file that can be/)
    assertProblem(
      problemsOf({}, { configFile: fileWith('PORT 1') }),
      /^file-\d+:1 must be NAME=value/,
    )
    assertProblem(
      problemsOf({}, { configFile: fileWith('SVC_CONFIG=x') }),
      /^SVC_CONFIG names this/,
    )
  })
})

describe('settings that go together', () => {
  const tls = () => ({
    SVC_TLS_CERT_FILE: fileWith('pem', 0o644),
    SVC_TLS_KEY_FILE: fileWith('pem'),
  })

  test('the listener for supervisors has a port of its own', () => {
    const both = { SVC_PORT: '8081', SVC_OPS_PORT: '8081' }
    assertProblem(problemsOf(both), /^SVC_OPS_PORT must be another port than SVC_PORT, or 0/)
    const apart = { ...both, SVC_HOST: '127.0.0.2', SVC_OPS_HOST: '127.0.0.1' }
    assert.equal(load(apart).config.ops.port, 8081)
    const meeting = problemsOf({ ...both, SVC_OPS_HOST: '0.0.0.0' })
    assertProblem(meeting, /^SVC_OPS_PORT must be another port/)
    const none = load({ SVC_PORT: '0', SVC_OPS_PORT: '0' }).config
    assert.deepEqual([none.port, none.ops.port], [0, 0])
  })

  test('a certificate needs its key and a key its certificate', () => {
    const { SVC_TLS_CERT_FILE, SVC_TLS_KEY_FILE } = tls()
    assertProblem(problemsOf({ SVC_TLS_CERT_FILE }), /^SVC_TLS_KEY_FILE must be set too/)
    assertProblem(problemsOf({ SVC_TLS_KEY_FILE }), /^SVC_TLS_CERT_FILE must be set too/)
    const { config } = load({ SVC_TLS_CERT_FILE, SVC_TLS_KEY_FILE })
    assert.deepEqual(config.tls, { certFile: SVC_TLS_CERT_FILE, keyFile: SVC_TLS_KEY_FILE })
    assert.equal(config.publicUrl, 'https://127.0.0.1:8080')
  })

  test('listening beyond this machine needs TLS, a trusted proxy, or the risk accepted', () => {
    const SVC_HOST = '0.0.0.0'
    assertProblem(problemsOf({ SVC_HOST }), /^SVC_HOST would offer plain http beyond this machine/)
    assert.equal(load({ SVC_HOST, ...tls() }).config.host, '0.0.0.0')
    assert.equal(load({ SVC_HOST, SVC_TRUSTED_PROXIES: '10.0.0.1' }).config.host, '0.0.0.0')
    assert.equal(load({ SVC_HOST, SVC_INSECURE_HTTP: 'yes' }).config.host, '0.0.0.0')
  })

  test('the demo never listens beyond this machine, whatever else is set', () => {
    const env = { SVC_HOST: '0.0.0.0', SVC_INSECURE_HTTP: 'yes' }
    assertProblem(problemsOf(env, { profile: 'demo' }), /^SVC_HOST must stay on this machine/)
  })

  test('a partner account is whole or not there', () => {
    const [SVC_SMILE_PARTNER_ID, SVC_SMILE_API_KEY] = ['0042', 'k']
    const url = { SVC_SMILE_BASE_URL: 'https://testapi.example/v1' }
    assertProblem(problemsOf({ SVC_SMILE_PARTNER_ID }), /^SVC_SMILE_API_KEY must be set too/)
    assertProblem(problemsOf({ SVC_SMILE_API_KEY }), /^SVC_SMILE_PARTNER_ID must be set too/)
    assert.equal(problemsOf(url).length, 2)
    const { config, secrets } = load({ SVC_SMILE_PARTNER_ID, SVC_SMILE_API_KEY })
    const baseUrl = 'https://api.smileidentity.com/v1'
    const uploadHosts = hostPatterns.parse(smileUploadHostsDefault, '')
    const rest = { partnerId: '0042', caFile: undefined, uploadHosts }
    assert.deepEqual(config.smile, { baseUrl, ...rest })
    assert.equal(secrets.smileApiKey, 'k')
  })

  test('a demo is for this machine: it has no public address and no proxies', () => {
    const demo = (env: Record<string, string>) => problemsOf(env, { profile: 'demo' })
    const message = / in the demo, which is for this machine alone/
    assertProblem(demo({ SVC_PUBLIC_URL: 'https://kyc.bank.example' }), message)
    assertProblem(demo({ SVC_TRUSTED_PROXIES: '10.0.0.1' }), message)
    const off = { SVC_TRUSTED_PROXIES: 'none' }
    assert.doesNotThrow(() => load(off, { profile: 'demo' }))
  })

  test('a partner account in the demo must say where, so that nobody pays by accident', () => {
    const env = { SVC_SMILE_PARTNER_ID: '1', SVC_SMILE_API_KEY: 'k' }
    assertProblem(problemsOf(env, { profile: 'demo' }), /^SVC_SMILE_BASE_URL must be named too/)
  })

  test('a scoring engine is a URL and a token; the rest may be added', () => {
    const env = { SVC_SCORING_URL: 'https://score.example/v1/score', SVC_SCORING_TOKEN: 't0ken' }
    const { config, secrets } = load(env)
    assert.deepEqual(config.scoring, {
      url: env.SVC_SCORING_URL,
      timeoutMs: 2000,
      caFile: undefined,
      clientCertificate: undefined,
    })
    assert.equal(secrets.scoringToken, 't0ken')
    const { SVC_SCORING_URL, SVC_SCORING_TOKEN } = env
    assertProblem(problemsOf({ SVC_SCORING_URL }), /^SVC_SCORING_TOKEN must be set too \(best as/)
    assertProblem(problemsOf({ SVC_SCORING_TOKEN }), /^SVC_SCORING_URL must be set too/)
    const ca = { SVC_SCORING_CA_FILE: fileWith('pem') }
    assertProblem(problemsOf(ca), /^SVC_SCORING_URL must be set too/)
  })

  test('a scoring engine is shown a certificate with its key, over https', () => {
    const SVC_SCORING_CLIENT_CERT_FILE = fileWith('pem')
    const SVC_SCORING_CLIENT_KEY_FILE = fileWith('pem')
    const engine = (url: string) => ({ SVC_SCORING_URL: url, SVC_SCORING_TOKEN: 't' })
    const https = engine('https://score.example')
    const cert = { SVC_SCORING_CLIENT_CERT_FILE }
    const pair = { ...cert, SVC_SCORING_CLIENT_KEY_FILE }
    assertProblem(problemsOf({ ...https, ...cert }), /^SVC_SCORING_CLIENT_KEY_FILE must be set too/)
    const key = { SVC_SCORING_CLIENT_KEY_FILE }
    assertProblem(problemsOf({ ...https, ...key }), /^SVC_SCORING_CLIENT_CERT_FILE must be set too/)
    assertProblem(
      problemsOf({ ...engine('http://127.0.0.1:1/score'), ...pair }),
      /^SVC_SCORING_CLIENT_CERT_FILE can only be used over https/,
    )
    assert.deepEqual(load({ ...https, ...pair }).config.scoring?.clientCertificate, {
      certFile: SVC_SCORING_CLIENT_CERT_FILE,
      keyFile: SVC_SCORING_CLIENT_KEY_FILE,
    })
  })

  test('a scoring engine is given its time within bounds, and a token that a header can carry', () => {
    for (const SVC_SCORING_TIMEOUT of ['99ms', '31s', '2']) {
      assertProblem(problemsOf({ SVC_SCORING_TIMEOUT }), /^SVC_SCORING_TIMEOUT must be a duration/)
    }
    for (const SVC_SCORING_TOKEN of ['two words', 'cl\u00e9', 'x'.repeat(501)]) {
      const problems = problemsOf({ SVC_SCORING_URL: 'https://s.example', SVC_SCORING_TOKEN })
      assertProblem(problems, /^SVC_SCORING_TOKEN must be visible ASCII characters .*env/)
      assert.ok(!problems.join().includes(SVC_SCORING_TOKEN))
    }
    const remote = { SVC_SCORING_URL: 'http://score.example', SVC_SCORING_TOKEN: 't' }
    assertProblem(problemsOf(remote), /^SVC_SCORING_URL must be an https URL/)
  })

  const urls: readonly (readonly [given: string, why: RegExp])[] = [
    [
      'https://s.example/v1/score?model=hush',
      /; it has a query \(the \? and what follows\), which cannot be used here: write https:\/\/s\.example\/v1\/score \(/,
    ],
    ['https://s.example/v1/score?', /it has a query .*: write https:\/\/s\.example\/v1\/score \(/],
    [
      'https://s.example/v1/score#hush',
      /; it has a fragment \(the # and what follows\), which .*: write https:\/\/s\.example\/v1\/score \(/,
    ],
    ['https://s.example/#', /it has a fragment .*: write https:\/\/s\.example \(/],
    ['https://s.example/a#b?hush', /; it has a fragment [^?]*: write https:\/\/s\.example\/a \(/],
    [
      'https://me:hush@s.example/a?b=hush#hush',
      /; it has a user name or password and a query .* and a fragment .*: write https:\/\/s\.example\/a \(/,
    ],
    [
      'http://s.example:81/a?key=hush',
      /it has a query .*here and it is plain http to another machine: write https:\/\/s\.example:81\/a \(/,
    ],
    [
      'http://s.example/a',
      /; it is plain http to another machine: write https:\/\/s\.example\/a \(/,
    ],
    ['ftp://s.example/a', /; it is "ftp:\/\/s\.example\/a" \(/],
    ['ftp://s.example/a?key=hush', /such as https:\/\/api\.example\.com\/v1 \(/],
    ['s.example/a', /; it is "s\.example\/a" \(/],
  ]
  for (const [SVC_SCORING_URL, why] of urls) {
    test(`the engine's address ${SVC_SCORING_URL} is refused with what is wrong`, () => {
      const problems = problemsOf({ SVC_SCORING_URL, SVC_SCORING_TOKEN: 't' })
      assertProblem(problems, /^SVC_SCORING_URL must be an https URL/)
      assertProblem(problems, why)
      assert.ok(!problems.join().includes('hush'))
    })
  }

  test('the engine’s address may have a port and a path, and be plain on this machine', () => {
    for (const url of ['https://s.example:8443/v1/score', 'http://127.0.0.1:9000/score']) {
      const env = { SVC_SCORING_URL: url, SVC_SCORING_TOKEN: 't' }
      assert.equal(load(env).config.scoring?.url, url)
    }
  })

  test('the address of a server has no path, and the fault says which to write', () => {
    const path = problemsOf({ SVC_PUBLIC_URL: 'https://kyc.bank.example/v1?x=1' })
    assertProblem(path, /it has a query .* and a path, .*: write https:\/\/kyc\.bank\.example \(/)
  })

  test('every retry of a webhook needs its delay', () => {
    const few = { SVC_WEBHOOK_RETRY_DELAYS: '1m,5m,30m' }
    assertProblem(problemsOf(few), /^SVC_WEBHOOK_RETRY_DELAYS must name a delay for each retry/)
    const many = { SVC_WEBHOOK_MAX_FAILED_ATTEMPTS: '7' }
    assertProblem(problemsOf(many), /at least one less than SVC_WEBHOOK_MAX_FAILED_ATTEMPTS$/)
    const { webhooks } = load({ ...few, SVC_WEBHOOK_MAX_FAILED_ATTEMPTS: '4' }).config
    assert.deepEqual(webhooks.retryDelaysMs, [60_000, 300_000, 1_800_000])
    assert.equal(
      load({ SVC_WEBHOOK_MAX_FAILED_ATTEMPTS: '6' }).config.webhooks.maxFailedAttempts,
      6,
    )
  })

  test('a place of backups beside PostgreSQL is refused, with what to use instead', () => {
    const both = { SVC_DATABASE_URL: 'postgres://svc@127.0.0.1/svc', SVC_BACKUP_TO: '/mnt/backups' }
    assert.match(
      problemsOf(both).find((problem) => problem.startsWith('SVC_BACKUP_TO ')) ?? '',
      /must not be set together with SVC_DATABASE_URL: .*pg_dump.*svc help postgresql/,
    )
    assert.ok(load({ SVC_DATABASE_URL: both.SVC_DATABASE_URL }).config.postgres !== undefined)
  })

  test('a fault in one setting does not raise a second complaint about its partner', () => {
    assertProblem(
      problemsOf({ SVC_SMILE_PARTNER_ID: '1', SVC_SMILE_API_KEY_FILE: '/nowhere' }),
      /^SVC_SMILE_API_KEY_FILE/,
    )
  })
})

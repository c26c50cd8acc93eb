import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  host,
  isLoopback,
  networks,
  networksOrEverywhere,
  serverUrl,
  serviceUrl,
} from '../../../server/settings/setting-addresses.ts'
import { path } from '../../../server/settings/setting-files.ts'
import { hostPatterns } from '../../../server/settings/setting-hosts.ts'
import {
  duration,
  durations,
  type Kind,
  oneOf,
  someOf,
  text,
  wholeNumber,
  yesNo,
} from '../../../server/settings/setting-kinds.ts'
import { allowedTargets } from '../../../server/settings/setting-targets.ts'

/** Texts that are of a kind, with what they mean and how that is written back; and texts that are not. */
interface KindCases {
  readonly kind: Kind<unknown>
  readonly right: readonly (readonly [given: string, value: unknown, printed: string])[]
  readonly wrong: readonly string[]
}

test('the examples of a duration are within its range', () => {
  const ends = [
    ['1s', '60s', '30s'],
    ['1s', '2m', '90s or 30s'],
    ['1d', '3650d', '24h or 30d'],
    ['0', '7d', '90s or 24h'],
  ] as const
  for (const [min, max, examples] of ends) {
    assert.ok(duration(min, max).expects.endsWith(`, such as ${examples}`), `${min} to ${max}`)
  }
})

const network = (cidr: string, port?: number) => ({ kind: 'network', network: cidr, port })
const name = (pattern: string, port?: number) => ({ kind: 'host', pattern, port })

const kinds: Readonly<Record<string, KindCases>> = {
  text: {
    kind: text,
    right: [
      ['0042', '0042', '0042'],
      ['a b#c', 'a b#c', 'a b#c'],
    ],
    wrong: ['two\nlines', 'bell\u0007', 'x'.repeat(501)],
  },
  'whole number': {
    kind: wholeNumber(0, 100),
    right: [
      ['0', 0, '0'],
      ['007', 7, '7'],
      ['100', 100, '100'],
    ],
    wrong: ['101', '-1', '1.5', '1e1', '0x10', 'ten', '9'.repeat(16)],
  },
  duration: {
    kind: duration('0', '30d'),
    right: [
      ['0', 0, '0'],
      ['250ms', 250, '250ms'],
      ['90s', 90_000, '90s'],
      ['120s', 120_000, '2m'],
      ['5m', 300_000, '5m'],
      ['24H', 86_400_000, '24h'],
      ['48 h', 172_800_000, '48h'],
      ['7d', 604_800_000, '7d'],
    ],
    wrong: ['90', '1.5h', '-1s', '31d', '1w', 's', '1h30m'],
  },
  'duration with a lower bound': {
    kind: duration('1s', '2m'),
    right: [['1000ms', 1000, '1s']],
    wrong: ['999ms', '0', '121s'],
  },
  'list of durations': {
    kind: durations('1s', '7d', 3),
    right: [
      ['1m', [60_000], '1m'],
      ['1m, 5m,5m', [60_000, 300_000, 300_000], '1m,5m,5m'],
      ['8h,30m,1s', [28_800_000, 1_800_000, 1_000], '8h,30m,1s'],
    ],
    wrong: ['1m,', ',', '1m,x', '1m 5m', '1m,8d', '0,1m', '1m,1m,1m,1m'],
  },
  'yes or no': {
    kind: yesNo,
    right: [
      ['YES', true, 'yes'],
      ['true', true, 'yes'],
      ['1', true, 'yes'],
      ['no', false, 'no'],
      ['False', false, 'no'],
      ['0', false, 'no'],
    ],
    wrong: ['on', 'y', '2'],
  },
  word: {
    kind: oneOf(['off', 'warn', 'enforce']),
    right: [['Warn', 'warn', 'warn']],
    wrong: ['of', 'warn,off'],
  },
  list: {
    kind: someOf(['SN', 'MA', 'CI']),
    right: [
      ['sn', ['SN'], 'SN'],
      [' MA , SN,ma', ['MA', 'SN'], 'MA,SN'],
    ],
    wrong: ['SN,', 'SN;MA', 'FR', ','],
  },
  'address to listen on': {
    kind: host,
    right: [
      ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
      ['[::1]', '::1', '::1'],
      ['KYC.bank.example', 'kyc.bank.example', 'kyc.bank.example'],
    ],
    wrong: ['127.0.0.1:80', '1.2.3', '256.1.1.1', 'a b', '-a', 'http://x', 'a..b'],
  },
  'server URL': {
    kind: serverUrl,
    right: [
      ['https://KYC.bank.example/', 'https://kyc.bank.example', 'https://kyc.bank.example'],
      ['http://[::1]:81', 'http://[::1]:81', 'http://[::1]:81'],
      ['https://a.example:443', 'https://a.example', 'https://a.example'],
    ],
    wrong: ['a.example', 'ftp://a', 'https://a/v1', 'https://u:p@a', 'https://a?q=1', 'http://a:0'],
  },
  'service URL': {
    kind: serviceUrl,
    right: [
      ['https://api.example.com/v1/', 'https://api.example.com/v1', 'https://api.example.com/v1'],
      ['http://127.0.0.1:9/v1', 'http://127.0.0.1:9/v1', 'http://127.0.0.1:9/v1'],
      ['http://localhost:9', 'http://localhost:9', 'http://localhost:9'],
    ],
    wrong: ['http://api.example.com/v1', 'https://user@api.example.com', 'https://a/#b', 'v1'],
  },
  networks: {
    kind: networks,
    right: [
      ['none', [], 'none'],
      ['10.1.2.3/16', ['10.1.0.0/16'], '10.1.0.0/16'],
      ['192.0.2.7, ::1', ['192.0.2.7/32', '::1/128'], '192.0.2.7/32,::1/128'],
      ['2001:db8::5/32', ['2001:db8::/32'], '2001:db8::/32'],
    ],
    wrong: ['0.0.0.0/0', '::/0', '10.0.0.0/33', '10.1', '10.0.0.0/8/8', 'proxy', '10.0.0.0/', ''],
  },
  'networks or everywhere': {
    kind: networksOrEverywhere,
    right: [
      ['Everywhere', 'everywhere', 'everywhere'],
      ['10.1.2.3/16, ::1', ['10.1.0.0/16', '::1/128'], '10.1.0.0/16,::1/128'],
    ],
    wrong: ['none', '0.0.0.0/0', '::/0', 'everywhere,10.1.0.0/16', ''],
  },
  'host patterns': {
    kind: hostPatterns,
    right: [
      ['None', [], 'none'],
      [
        'Files.Example.com',
        [{ pattern: 'files.example.com', port: undefined }],
        'files.example.com',
      ],
      ['*.example.com:8443', [{ pattern: '*.example.com', port: 8443 }], '*.example.com:8443'],
      [
        'up-*.s3.*.aws.com',
        [{ pattern: 'up-*.s3.*.aws.com', port: undefined }],
        'up-*.s3.*.aws.com',
      ],
      ['10.0.0.5:9', [{ pattern: '10.0.0.5', port: 9 }], '10.0.0.5:9'],
      ['[FD12::5]', [{ pattern: 'fd12::5', port: undefined }], '[fd12::5]'],
      ['localhost:9', [{ pattern: 'localhost', port: 9 }], 'localhost:9'],
    ],
    wrong: [
      ...'* *.com *.example.* a.*.com a**.example.com a*b*.example.com'.split(' '),
      ...'https://example.com example.com/x example.com:0 example.com:65536'.split(' '),
      ...'fd12::5 [fe80::1%eth0] 10.0.0.0/8 a..example.com user@example.com'.split(' '),
    ],
  },
  targets: {
    kind: allowedTargets,
    right: [
      ['None', [], 'none'],
      ['10.1.2.3/16', [network('10.1.0.0/16')], '10.1.0.0/16'],
      ['10.1.2.3', [network('10.1.2.3/32')], '10.1.2.3/32'],
      ['10.1.2.3:8443', [network('10.1.2.3/32', 8443)], '10.1.2.3/32:8443'],
      ['10.1.0.0/16:80', [network('10.1.0.0/16', 80)], '10.1.0.0/16:80'],
      ['fd12::/16', [network('fd12::/16')], '[fd12::]/16'],
      ['[fd12::1]/16:8443', [network('fd12::/16', 8443)], '[fd12::]/16:8443'],
      ['[FD12::/16]:8443', [network('fd12::/16', 8443)], '[fd12::]/16:8443'],
      ['[fd12::1]', [network('fd12::1/128')], '[fd12::1]/128'],
      ['Hooks.bank.internal', [name('hooks.bank.internal')], 'hooks.bank.internal'],
      ['*.bank.internal:8443', [name('*.bank.internal', 8443)], '*.bank.internal:8443'],
      ['*.internal', [name('*.internal')], '*.internal'],
      ['10.0.0.1/8, hooks,10.9.9.9/8', [network('10.0.0.0/8'), name('hooks')], '10.0.0.0/8,hooks'],
    ],
    wrong: [
      ...'0.0.0.0/0 [::]/0 127.0.0.1 127.0.0.0/8:8080 ::1 0.0.0.0 169.254.169.254'.split(' '),
      ...'[fe80::1]:80 fd12::1%eth0 224.0.0.1 ::ffff:10.0.0.1 10.1 010.0.0.1'.split(' '),
      ...'10.0.0.0/33 10.0.0.1:0 10.0.0.1:65536 10.0.0.1: 10.0.0.1:80:81'.split(' '),
      ...'[10.0.0.1]:80 [fd12::/16]/16 * *. a.*.b *a.b *.10.0.0.1'.split(' '),
      ...'https://hooks.bank.internal hooks.bank.internal. hooks_1.bank'.split(' '),
      ...'hooks.bank.internal/24 a,,b'.split(' '),
      'none,a b',
    ],
  },
  path: {
    kind: path,
    right: [
      ['/srv/x/../y', '/srv/y', '/srv/y'],
      ['z', '/from/here/z', '/from/here/z'],
      ['../z', '/from/z', '/from/z'],
    ],
    wrong: ['a\0b'],
  },
}

for (const [name, { kind, right, wrong }] of Object.entries(kinds)) {
  describe(`a setting of kind ${name}`, () => {
    for (const [given, value, printed] of right) {
      test(`reads ${JSON.stringify(given)} and writes it back as ${printed}`, () => {
        const read = kind.parse(given, '/from/here')
        assert.deepEqual(read, value)
        assert.equal(kind.print(read), printed)
        assert.deepEqual(kind.parse(printed, '/elsewhere'), value)
      })
    }
    for (const given of wrong) {
      test(`refuses ${JSON.stringify(given.slice(0, 30))}`, () => {
        assert.equal(kind.parse(given, '/from/here'), undefined)
      })
    }
  })
}

test('loopback is recognised in every spelling', () => {
  const loopback = ['127.0.0.1', '127.8.8.8', '::1', '[::1]', '::ffff:127.0.0.1', 'localhost']
  const others = ['0.0.0.0', '::', '10.0.0.1', '192.168.1.1', 'bank.example', 'localhost.example']
  assert.deepEqual(loopback.filter(isLoopback), loopback)
  assert.deepEqual(others.filter(isLoopback), [])
})

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { countryNames, numberFormat } from '../../console/words/formats.ts'
import { languages } from '../../console/words/languages.ts'
import { showIn } from '../../console/words/show.ts'

const at = '2026-11-21T14:03:12.000Z'

for (const language of languages) {
  test(`an instant breaks between day and hour only, in ${language}`, (t) => {
    moveTo('Africa/Dakar', t)
    const show = showIn(language)
    const [day = '', hour, ...more] = show.utc(at).split(' ')
    assert.match(day, /^21\u00a0\S+\u00a02026[,،]$/)
    assert.equal(hour, '14:03:12\u00a0UTC')
    assert.deepEqual(more, [])
    assert.match(show.date(at), /^21\u00a0\S+\u00a02026$/)
  })

  test(`a minute of UTC is the same wherever it is read, in ${language}`, (t) => {
    moveTo('Asia/Tokyo', t)
    const { utcMinute } = showIn(language)
    assert.match(utcMinute('2026-11-21T23:30:00Z'), /^21\u00a0\S+\u00a02026[,،] 23:30$/)
  })
}

test('a month is the same month wherever it is read', (t) => {
  moveTo('America/New_York', t)
  const months = languages.map((language) => showIn(language).month('2026-11'))
  assert.deepEqual(months, ['Nov\u00a02026', 'nov.\u00a02026', 'نونبر\u00a02026'])
})

test('the time of day follows the machine to another zone', (t) => {
  const { time } = showIn('en')
  moveTo('Africa/Dakar', t)
  assert.equal(time(at), '14:03')
  moveTo('Asia/Tokyo', t)
  assert.equal(time(at), '23:03')
})

test('a summer day is read in the zone of the machine, though it came from one with the same winter', (t) => {
  const { time, date } = showIn('fr')
  moveTo('Europe/London', t)
  assert.equal(time(at), '14:03')
  assert.equal(time('2026-07-21T23:03:12.000Z'), '00:03')
  moveTo('Africa/Dakar', t)
  assert.equal(time('2026-07-21T23:03:12.000Z'), '23:03')
  assert.equal(date('2026-07-21T23:03:12.000Z'), '21\u00a0juil.\u00a02026')
})

test('the zone of an instant is the one that the machine has then', (t) => {
  const zones = [
    ['Africa/Dakar', 'UTC'],
    ['Africa/Lagos', 'UTC+1'],
    ['Asia/Kolkata', 'UTC+5:30'],
    ['America/St_Johns', 'UTC\u22123:30'],
  ] as const
  for (const [zone, name] of zones) {
    moveTo(zone, t)
    assert.equal(showIn('fr').zone(at), name)
  }
  moveTo('Europe/Paris', t)
  assert.equal(showIn('fr').zone('2026-07-21T23:03:12.000Z'), 'UTC+2')
})

test('a format is built once for each language and its options', () => {
  const percent = { style: 'percent' } as const
  assert.equal(numberFormat('fr', { style: 'percent' }), numberFormat('fr', percent))
  assert.notEqual(numberFormat('fr', {}), numberFormat('fr', percent))
  assert.notEqual(numberFormat('en', percent), numberFormat('fr', percent))
  assert.equal(countryNames('fr'), countryNames('fr'))
})

test('words are listed as each language does', () => {
  const listed = languages.map((language) => showIn(language).list(['one', 'two', 'three']))
  assert.deepEqual(listed, ['one, two, three', 'one, two, three', 'one وtwo وthree'])
  assert.equal(showIn('ar').list(['one']), 'one')
  const names = languages.map((language) => showIn(language).names(['Till', 'درج']))
  const isolated = ['\u2068Till\u2069', '\u2068درج\u2069']
  assert.deepEqual(names, [isolated.join(', '), isolated.join(', '), isolated.join('، ')])
})

test('codes are listed with the comma of each language', () => {
  const listed = languages.map((language) => showIn(language).codes(['kyc:write', 'usage:read']))
  const plain = 'kyc:write, usage:read'
  assert.deepEqual(listed, [plain, plain, '\u2066kyc:write\u2069، \u2066usage:read\u2069'])
})

test('negative numbers have a minus sign, not a hyphen', () => {
  const share = { style: 'percent', signDisplay: 'always' } as const
  for (const language of languages) {
    const { number } = showIn(language)
    assert.match(number(-1.5), /\u22121[.,]5$/)
    assert.match(number(-0.12, share), /\u221212/)
  }
})

test('several bytes are written in the plural, and thousands of them in short', () => {
  const written = (['en', 'fr'] as const).map((language) =>
    [1, 307, 2_400].map((bytes) =>
      showIn(language)
        .bytes(bytes)
        .replaceAll(/[\u00a0\u202f]/g, ' '),
    ),
  )
  assert.deepEqual(written, [
    ['1 byte', '307 bytes', '2.4 kB'],
    ['1 octet', '307 octets', '2,4 ko'],
  ])
})

test('a time that has passed stays in one line', () => {
  const now = Date.parse(at)
  const threeHours = new Date(now - 3 * 3_600_000).toISOString()
  const said = languages.map((language) => showIn(language).ago(threeHours, now))
  assert.deepEqual(said, [
    '3\u00a0hr\u00a0ago',
    'il\u00a0y\u00a0a\u00a03\u00a0h',
    'قبل\u00a03\u00a0ساعات',
  ])
})

function moveTo(zone: string, t: TestContext): void {
  const before = process.env.TZ
  t.after(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  process.env.TZ = zone
}

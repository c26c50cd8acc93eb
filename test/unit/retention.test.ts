import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { ConfigError, loadConfig } from '../../server/config.ts'
import {
  blockText,
  floorOf,
  judgeRetention,
  type RetentionFacts,
} from '../../server/erasure/retention-policy.ts'
import { legalTextIn } from '../../server/markets/legal-text.ts'
import { markets } from '../../server/markets/market.ts'
import { retentionFloors, retentionKinds } from '../../server/markets/retention-floors.ts'
import { addPeriod, isShorterThanYears, readPeriod } from '../../server/markets/retention-period.ts'
import { aVerification } from '../support/verification.ts'

const free: RetentionFacts = {
  relationshipEndedAt: undefined,
  isHeld: false,
  isReviewOpen: false,
  isErased: false,
}
const none = {
  client: undefined,
  applicant: undefined,
  applicant_images: undefined,
  sandbox: undefined,
}
const day = (text: string) => Date.parse(text)

describe('floors in law', () => {
  test('stand for every market and kind of data, with ground and source in both languages', () => {
    for (const { country } of markets) {
      for (const kind of retentionKinds) {
        const floor = retentionFloors[country]?.[kind]
        assert.ok(
          floor?.law.en && floor.law.fr && floor.source && floor.ground,
          `${country} ${kind}`,
        )
      }
    }
    const years = markets.map(({ country }) => retentionFloors[country]?.client.years)
    assert.deepEqual(years, [10, 10, 10, 5])
  })

  test('end on the calendar day, the last moment before which nothing may be erased', () => {
    const approved = aVerification({ status: 'approved', completedAt: day('2020-01-01') })
    const ended = { ...free, relationshipEndedAt: day('2024-02-29') }
    const at = (now: number) => judgeRetention(approved, ended, none, now)
    assert.equal(at(0).floorEndsAt, day('2034-03-01'))
    assert.deepEqual(at(day('2034-03-01') - 1).blocks, ['retention_floor'])
    assert.deepEqual(at(day('2034-03-01')).blocks, [])
  })

  const reviewed = { ...free, isReviewOpen: true }
  const erased = { ...free, isErased: true, isHeld: true }
  const cases = [
    ['a client who goes on', { status: 'approved' }, free, ['relationship_not_ended']],
    ['an applicant', { status: 'declined' }, free, []],
    ['a pending one', { status: 'pending' }, free, ['pending', 'relationship_not_ended']],
    ['one with a hold', { status: 'error' }, { ...free, isHeld: true }, ['legal_hold']],
    ['one with an open review', { status: 'declined' }, reviewed, ['review_open']],
    ['an erased one', { status: 'declined' }, erased, ['erased']],
    ['a sandbox one', { environment: 'sandbox', status: 'approved' }, free, []],
  ] as const
  for (const [name, more, facts, blocks] of cases) {
    test(`${name}: ${blocks.join(', ') || 'free'}`, () => {
      const verification = aVerification({ completedAt: 1, ...more })
      assert.deepEqual(judgeRetention(verification, facts, none, day('2030-01-01')).blocks, blocks)
    })
  }

  test('in Ghana a client needs the approval of PRAAD as well', () => {
    const client = aVerification({ country: 'GH', status: 'approved', completedAt: 1 })
    const ended = { ...free, relationshipEndedAt: day('2020-01-01') }
    const judge = (hasApproval: boolean) =>
      judgeRetention(client, ended, none, day('2026-01-01'), hasApproval).blocks
    assert.deepEqual(judge(false), ['disposal_approval'])
    assert.deepEqual(judge(true), [])
  })
})

describe('a ground', () => {
  const words = { client: 'fr', applicant: 'ar', applicant_images: 'ar', sandbox: 'ar' } as const
  for (const kind of retentionKinds) {
    const names = words[kind] === 'fr' ? 'a law' : 'no law'
    test(`of ${kind} names ${names}, so it stands in ${words[kind]} for readers of Arabic`, () => {
      for (const { country } of markets) {
        const { lang, text } = legalTextIn(floorOf(country, kind).law, 'ar')
        assert.equal(lang, words[kind])
        assert.equal(/\p{Script=Arabic}/u.test(text), lang === 'ar')
      }
    })
  }
})

describe('the reason why a client must be kept', () => {
  const english =
    'Law 2024-08 against money laundering (Directive 01/2023/CM/UEMOA): 10 years from the end of the relationship'
  const french =
    'Loi 2024-08 relative à la lutte contre le blanchiment (directive 01/2023/CM/UEMOA)\u00a0: 10 ans à compter de la fin de la relation'
  const texts = [
    [
      'retention_floor',
      {
        en: `It must be kept until 20\u00a0Nov\u00a02036: ${english}.`,
        fr: `Elle doit être conservée jusqu’au 20\u00a0nov.\u00a02036\u00a0: ${french}.`,
        ar: `يجب الاحتفاظ بها حتى \u206820\u00a0نونبر\u00a02036\u2069. القانون: \u2068${french}\u2069`,
      },
    ],
    [
      'relationship_not_ended',
      {
        en: `It must be kept: ${english}. No end of the relationship is recorded. Once it has ended, ask the operator of the server to record the day.`,
        fr: `Elle doit être conservée\u00a0: ${french}. La fin de la relation n’est pas enregistrée. Une fois la relation terminée, demandez à l’exploitant du serveur d’en enregistrer le jour.`,
        ar: `يجب الاحتفاظ بها. لم تُسجل نهاية العلاقة. إذا انتهت فاطلب من مشغّل الخادم تسجيل يوم انتهائها. القانون: \u2068${french}\u2069`,
      },
    ],
  ] as const
  for (const [block, text] of texts) {
    test(`${block}: in each language, with the law and the UTC day on which it ends`, () => {
      const floorEndsAt = day('2036-11-20T23:30:00Z')
      assert.deepEqual(blockText(block, { floor: floorOf('SN', 'client'), floorEndsAt }), text)
    })
  }
})

describe('periods', () => {
  test('are years by the calendar or days', () => {
    assert.deepEqual(readPeriod('10y'), { amount: 10, unit: 'y' })
    for (const wrong of ['', '0d', '10', '10m', '101y', '-1d', '1.5y']) {
      assert.equal(readPeriod(wrong), undefined, wrong)
    }
    assert.equal(addPeriod(day('2024-02-29'), { amount: 1, unit: 'y' }), day('2025-03-01'))
    assert.equal(isShorterThanYears({ amount: 3652, unit: 'd' }, 10), true)
    assert.equal(isShorterThanYears({ amount: 3653, unit: 'd' }, 10), false)
  })

  const load = (value: string, name = 'SVC_RETENTION_CLIENT') =>
    loadConfig({ profile: 'appliance', env: { [name]: value }, readsNoFile: true })

  test('are read by market, or for all', () => {
    const { config } = load('sn=12y, GH=7y')
    assert.deepEqual(config.retention.client, {
      SN: { amount: 12, unit: 'y' },
      GH: { amount: 7, unit: 'y' },
    })
    const all = load('90d', 'SVC_RETENTION_SANDBOX').config.retention.sandbox
    assert.deepEqual(Object.keys(all ?? {}), ['SN', 'MA', 'CI', 'GH'])
  })

  test('can be set as the guide and the refusals show them', () => {
    const page = readFileSync(new URL('../../data/guide/retention.md', import.meta.url), 'utf8')
    const lines = [...page.matchAll(/^(SVC_RETENTION_\w+)=(.*)$/gm)]
    assert.equal(lines.length, 4)
    for (const [, name = '', value = ''] of lines) {
      load(value, name)
      const refused = refusalOf(() => load('soon', name))
      const [, byMarket = '', forAll = ''] =
        /such as (\S+), or .* such as (\w+);/.exec(refused) ?? []
      load(byMarket, name)
      load(forAll, name)
    }
  })

  function refusalOf(work: () => unknown): string {
    try {
      work()
      return ''
    } catch (error) {
      return String(error)
    }
  }

  test('under a floor are refused at the start, every fault at once, with the law', () => {
    assert.throws(
      () => load('SN=9y,GH=4y,FR=2y,MA=x'),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, /SN=9y is under the floor of 10 years \(Law 2024-08/)
        assert.match(error.message, /GH=4y is under the floor of 5 years/)
        assert.match(error.message, /FR is no market/)
        assert.match(error.message, /period of MA/)
        return true
      },
    )
    // One for all is measured by the longest floor alone.
    assert.throws(
      () => load('5y'),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, /; 5y is under the floor of 10 years of [A-Z]{2} \(/)
        assert.equal(error.message.match(/under the floor of/g)?.length, 1)
        return true
      },
    )
  })
})

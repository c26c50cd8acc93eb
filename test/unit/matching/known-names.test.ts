import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { editDistance } from '../../../server/kernel/edit-distance.ts'
import { compareNames } from '../../../server/matching/compare-names.ts'
import { distinctNames, relatedNames, sameNames } from '../../../server/matching/known-names.ts'
import { formsOf, likeness, sameness, weakLikeness } from '../../../server/matching/likeness.ts'
import { identityOf } from '../../../server/matching/name-identity.ts'
import { soundOf } from '../../../server/matching/name-spelling.ts'
import { wordsOf } from '../../../server/matching/name-words.ts'
import { differentNames } from './different-names.ts'

describe('the list of known names', () => {
  test('puts every sound into one group at most', () => {
    const groupOf = new Map<string, number>()
    for (const [group, names] of sameNames.entries()) {
      for (const one of names) {
        assert.equal(groupOf.get(soundOf(one)) ?? group, group, `${one} is in two groups`)
        groupOf.set(soundOf(one), group)
      }
    }
  })

  test('has no entry that the spelling rules make needless', () => {
    for (const names of sameNames) {
      assert.equal(new Set(names.map(soundOf)).size, names.length, names.join(' '))
    }
  })

  test('calls no two names related that it also calls the same', () => {
    for (const names of relatedNames) {
      const identities = names.map((one) => identityOf(soundOf(one)))
      assert.equal(new Set(identities).size, names.length, names.join(' '))
    }
  })

  test('calls only names distinct that a slip would turn into one another', () => {
    for (const [one, other] of distinctNames) {
      const forms = { one: formsOf(one), other: formsOf(other), mayBeClipped: true }
      assert.equal(likeness(forms.one, forms.other), undefined, `${one} ${other}`)
      assert.equal(weakLikeness(forms), undefined, `${one} ${other}`)
      assert.equal(editDistance(one, other, 1), 1, `${one} ${other}`)
    }
  })

  for (const names of sameNames) {
    test(`takes ${names.join(', ')} for one name`, () => {
      for (const one of names) {
        const read = { fullName: `SOUMARE ${names[0]}` }
        assert.equal(compareNames({ firstName: one, lastName: 'Soumaré' }, read).verdict, 'match')
      }
    })
  }

  for (const names of relatedNames) {
    test(`leaves doubt between ${names.join(', ')}`, () => {
      for (const one of names.slice(1)) {
        const read = { fullName: `SOUMARE ${names[0]}` }
        assert.equal(compareNames({ firstName: one, lastName: 'Soumaré' }, read).verdict, 'unclear')
      }
    })
  }
})

test('no two different names are taken for one', () => {
  const forms = differentNames.map((one) => formsOf(wordsOf('fullName', one)[0]?.writing ?? ''))
  for (const [index, one] of forms.entries()) {
    for (const other of forms.slice(index + 1)) {
      assert.equal(sameness(one, other), undefined, `${one.writing} ${other.writing}`)
    }
  }
})

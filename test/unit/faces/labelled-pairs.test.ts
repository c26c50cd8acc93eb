// The list of labelled pairs: what is a pair, and what is said of every line that is none.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePairs } from '../../../server/faces/labelled-pairs.ts'

const header = 'first,second,same'

test('labels are yes and no, true and false, 1 and 0; quotes hold commas and quotes', () => {
  const { pictures, pairs, faults } = parsePairs(
    `\uFEFF${header}\r\na.jpg,b.jpg,YES\r\n"c, d.jpg" , "e""f.jpg",0\r\n\r\n a.jpg , c.jpg ,false\r\n`,
  )
  assert.deepEqual([pictures, faults], ['as_given', []])
  const document = undefined
  assert.deepEqual(pairs, [
    { first: 'a.jpg', second: 'b.jpg', isSame: true, document },
    { first: 'c, d.jpg', second: 'e"f.jpg', isSame: false, document },
    { first: 'a.jpg', second: 'c.jpg', isSame: false, document },
  ])
})

test('a list of documents and selfies says what each document is', () => {
  const lines = ['a.jpg,b.jpg,yes,passport', 'c.jpg,d.jpg,no,driving_licence', 'e.jpg,f.jpg,no']
  const { pictures, pairs, faults } = parsePairs(
    ['front,selfie,same,document', ...lines].join('\n'),
  )
  assert.equal(pictures, 'documents')
  assert.deepEqual(pairs, [{ first: 'a.jpg', second: 'b.jpg', isSame: true, document: 'passport' }])
  assert.deepEqual(faults, [
    'Line 3: the column document must be one of national_id, passport, voter_id.',
    'Line 4: it must have two files and a label, and a document.',
  ])
})

test('every line that is no pair is named', () => {
  const lines = [
    'a,b,maybe',
    'a,a,yes',
    'a,b',
    ',b,yes',
    'a,b"c,yes',
    'a,b,yes,',
    'x,y,no',
    'y,x,no',
  ]
  const { pairs, faults } = parsePairs([header, ...lines].join('\n'))
  assert.deepEqual(faults, [
    'Line 2: the column same must be yes or no.',
    'Line 3: a picture is paired with itself.',
    'Line 4: it must have two files and a label.',
    'Line 5: it must have two files and a label.',
    'Line 6: it must have two files and a label.',
    'Line 7: it must have two files and a label.',
    'Line 9: this is the pair of line 8.',
  ])
  assert.equal(pairs.length, 2)
})

test('another first line is refused, and so is an empty file', () => {
  for (const text of ['', 'a,b,yes\n', 'first;second;same\n']) {
    assert.deepEqual(parsePairs(text).faults, [
      'The first line must be: front,selfie,same,document, or: first,second,same.',
    ])
  }
})

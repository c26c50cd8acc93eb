import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confLine, parseConfFile } from '../../../server/settings/conf-file.ts'

test('svc.conf holds assignments, comments and empty lines', () => {
  const { values, faults } = parseConfFile(
    '\uFEFF# where to listen\r\nSVC_PORT=9000\r\n\r\n  SVC_HOST = ::1  \n# SVC_URL=x\nSVC_API_KEY=a=b#c',
  )
  assert.deepEqual(faults, [])
  assert.deepEqual(Object.fromEntries(values), {
    SVC_PORT: '9000',
    SVC_HOST: '::1',
    SVC_API_KEY: 'a=b#c',
  })
})

test('quotes around a value are dropped, quotes inside it are kept', () => {
  const { values } = parseConfFile(`A="two words"\nB='it"s'\nC=don't\nD=""`)
  assert.deepEqual(Object.fromEntries(values), { A: 'two words', B: 'it"s', C: "don't", D: '' })
})

test('every faulty line is reported by its number and never quoted', () => {
  const { values, faults } = parseConfFile(
    'A=1\nhush\nA=hush\nB="hush\nC=\'\nexport D=hush\n2X=hush\n=hush',
  )
  assert.deepEqual(Object.fromEntries(values), { A: '1' })
  assert.deepEqual(
    faults.map(({ line }) => line),
    [2, 3, 4, 5, 6, 7, 8],
  )
  assert.ok(!JSON.stringify(faults).includes('hush'))
})

test('a comment behind a value is refused, unless quotes make it a part of the value', () => {
  const { values, faults } = parseConfFile('A=1 # hush\nB="1 # 2"\nC=1#2\nD= # hush')
  assert.deepEqual(Object.fromEntries(values), { B: '1 # 2', C: '1#2' })
  assert.deepEqual(
    faults.map(({ line, message }) => [line, /^[AD] has a # after a blank: put/.test(message)]),
    [
      [1, true],
      [4, true],
    ],
  )
  assert.ok(!JSON.stringify(faults).includes('hush'))
})

test('a comment behind quotes is refused, and the message says where comments stand', () => {
  const { values, faults } = parseConfFile(
    `A="1" # hush\nB='1'  # it's hush\nC="1" # "hush"\nD='"1" # 2'`,
  )
  assert.deepEqual(Object.fromEntries(values), { D: '"1" # 2' })
  assert.deepEqual(
    faults.map(({ message }) => message),
    ['A', 'B', 'C'].map(
      (name) => `${name} has a # behind its quotes: put a comment on a line of its own`,
    ),
  )
})

test('a line that is written is read as what was given', () => {
  const given = ['/srv/svc', '/srv/data # 2', '# of a kind', '"quoted" # 3', "it's", ' blank ', '']
  for (const value of given) {
    const { values, faults } = parseConfFile(confLine('A', value))
    assert.deepEqual([faults, values.get('A')], [[], value])
  }
})

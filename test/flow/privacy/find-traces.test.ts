import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { tempFolder } from '../../support/temp-folder.ts'
import { filesBelow, findTraces } from './find-traces.ts'

const value = 'Ngouélélé'
const inJson = (text: string) => JSON.stringify({ id: 7, first_name: text, more: [] })

/** Ways in which the value might have been written somewhere. */
const written: Readonly<Record<string, Buffer>> = {
  'as it is': Buffer.from(inJson(value)),
  'in capitals': Buffer.from(inJson('NGOUÉLÉLÉ')),
  'in small letters': Buffer.from(inJson('ngouélélé')),
  'without accents': Buffer.from(inJson('NGOUELELE')),
  'with its accents apart': Buffer.from(inJson(value.normalize('NFD'))),
  'in UTF-16': Buffer.from(inJson(value), 'utf16le'),
  'in UTF-16, the other way round': Buffer.from(inJson(value), 'utf16le').swap16(),
  'in Latin-1': Buffer.from(inJson(value), 'latin1'),
  'in hexadecimal digits': Buffer.from(Buffer.from(inJson(value)).toString('hex')),
  'in capital hexadecimal digits': Buffer.from(
    Buffer.from(inJson(value)).toString('hex').toUpperCase(),
  ),
  'in base64': Buffer.from(btoa(`${unescape(encodeURIComponent(value))}`)),
  'in base64, one byte on': Buffer.from(Buffer.from(`.${inJson(value)}`).toString('base64')),
  'in base64, two bytes on': Buffer.from(Buffer.from(`..${inJson(value)}`).toString('base64')),
  'in base64, three bytes on': Buffer.from(Buffer.from(`...${inJson(value)}`).toString('base64')),
  'in base64 of URLs': Buffer.from(Buffer.from(`??>${value}`).toString('base64url')),
  'in a URL': Buffer.from(`/v1/kyc?name=${encodeURIComponent(value)}`),
  'in JSON escapes': Buffer.from('{"name":"Ngou\\u00e9l\\u00e9l\\u00e9"}'),
  'between other bytes': Buffer.concat([Buffer.alloc(999), Buffer.from(value), Buffer.alloc(9)]),
}

describe('the search for traces', () => {
  for (const [how, bytes] of Object.entries(written)) {
    test(`finds a value that is written ${how}`, () => {
      const [trace] = findTraces([{ name: 'here', bytes }], ['another', value])
      assert.match(String(trace), / of Ngouélélé in here$/)
    })
  }

  test('finds nothing where there is nothing, and does not claim to see through compression', () => {
    const places = [Buffer.from(inJson('Ngouélé')), gzipSync(inJson(value)), Buffer.alloc(0)]
    assert.deepEqual(
      findTraces(
        places.map((bytes) => ({ name: '', bytes })),
        [value],
      ),
      [],
    )
  })

  test('searches every file of a folder and of its subfolders', (t) => {
    const folder = tempFolder(t)
    mkdirSync(join(folder, 'a/b'), { recursive: true })
    writeFileSync(join(folder, 'a/b/c.bin'), `x${value}x`)
    writeFileSync(join(folder, 'd'), 'x')
    const places = filesBelow(folder)
    assert.equal(places.length, 2)
    const [trace] = findTraces(places, [value])
    assert.ok(trace?.endsWith(join(folder, 'a/b/c.bin')))
  })
})

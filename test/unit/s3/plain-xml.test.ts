import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isPlainXml } from '../../../server/s3/plain-xml.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

const plain: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'a page of a listing':
    head +
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><Prefix/><Delimiter />' +
    '<Contents><Key>a&lt;b>c</Key><Size>1</Size><Owner><ID>x</ID></Owner></Contents></ListBucketResult>',
  'a full page of versions': `<R>${`<Version>${'<Key>x</Key>'.repeat(15)}</Version>`.repeat(1_000)}</R>`,
  'a refusal': `${head}<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`,
}

const other: Readonly<Record<string, string>> = {
  'a tag that nobody closes': '<a>',
  'many of them': '<a>'.repeat(100_000),
  'a tag without an end': '<a '.repeat(100_000),
  'a tag that another closes': '<a><b></a></b>',
  'an end with a space, which the library does not find': '<a></a >',
  'an end alone': '</a>',
  'a tag in a tag': '<a <b>></b></a>',
  'a web page': '<!doctype html><html><body>busy<br></body></html>',
  'a comment': '<!-- a --><a/>',
  'a name that goes on behind a slash': '<a/b></a/b>',
  'more levels than a store writes': `${'<a>'.repeat(9)}${'</a>'.repeat(9)}`,
  'more tags than a page of a listing has': `<a>${'<b/>'.repeat(50_000)}</a>`,
  'more than a page of a listing has': `<a>${'x'.repeat(2 * 1024 * 1024)}</a>`,
}

describe('an answer of a store', () => {
  for (const [what, text] of Object.entries(plain)) {
    test(`is plain XML: ${what}`, () => assert.equal(isPlainXml(text), true))
  }

  for (const [what, text] of Object.entries(other)) {
    test(`is no plain XML: ${what}`, () => assert.equal(isPlainXml(text), false))
  }
})

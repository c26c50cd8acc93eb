// Slow: takes a second of processor time. flow/backup/restore-command.test.ts restores an archive in the fast lane.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileHeader, readPaxSize } from '../../../server/backup/tar/tar-header.ts'
import { packTar, unpackTar } from '../../../server/backup/tar/tar-stream.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-tar-'))
after(() => rmSync(folder, { recursive: true }))

interface File {
  readonly name: string
  readonly content: Buffer
}

const files: readonly File[] = [0, 1, 511, 512, 513, 1_024, 70_001].map((bytes, index) => ({
  name: `images/2026-10-07/img_${index}`,
  content: Buffer.alloc(bytes, `file ${index}, `),
}))

async function* inPieces(bytes: Buffer, piece: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

async function pack(entries: readonly File[]): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const given = async function* () {
    for (const { name, content } of entries) {
      yield { name, bytes: content.length, content: inPieces(content, 999) }
    }
  }
  for await (const part of packTar(given())) parts.push(part)
  return Buffer.concat(parts)
}

async function unpack(archive: Buffer, piece: number, skipped?: string): Promise<File[]> {
  const found: File[] = []
  for await (const { name, bytes, content } of unpackTar(inPieces(archive, piece))) {
    if (name === skipped) continue
    const parts: Uint8Array[] = []
    for await (const part of content) parts.push(Buffer.from(part))
    const whole = Buffer.concat(parts)
    assert.equal(whole.length, bytes)
    found.push({ name, content: whole })
  }
  return found
}

function tar(args: readonly string[], input?: Buffer) {
  const { stdout, stderr } = spawnSync('tar', args, { cwd: folder, input, maxBuffer: 1e7 })
  return { stdout, stderr: stderr.toString() }
}

test('an archive is read back from pieces of any size', async () => {
  const archive = await pack(files)
  for (const piece of [1, 100, 512, 700, 4_096, 1_000_000]) {
    assert.deepEqual(await unpack(archive, piece), files, `pieces of ${piece} bytes`)
  }
})

test('the content of an entry can be left unread', async () => {
  const archive = await pack(files)
  for (const skipped of files) {
    const others = files.filter((file) => file !== skipped)
    assert.deepEqual(await unpack(archive, 700, skipped.name), others)
  }
})

test('a usual tar reads our archives, and we read its own in three formats', async () => {
  const archive = await pack(files)
  assert.deepEqual(
    tar(['-tf', '-'], archive).stdout.toString().trim().split('\n'),
    files.map(({ name }) => name),
  )
  const contents = Buffer.concat(files.map(({ content }) => content))
  assert.ok(tar(['-xOf', '-'], archive).stdout.equals(contents))
  for (const { name, content } of files) writeFileSync(join(folder, name.slice(18)), content)
  const names = files.map(({ name }) => name.slice(18))
  for (const format of ['ustar', 'pax', 'gnu']) {
    tar(['-cf', format, `--format=${format}`, ...names])
    const found = await unpack(readFileSync(join(folder, format)), 10_240)
    assert.deepEqual(
      found,
      files.map(({ name, content }) => ({ name: name.slice(18), content })),
      format,
    )
  }
})

for (const bytes of [8 ** 11 - 1, 8 ** 11, 40_000_000_000_000]) {
  test(`a file of ${bytes} bytes is announced with its size`, async () => {
    const begun = Buffer.concat([fileHeader({ name: 'svc.db', bytes }), Buffer.alloc(5_000, 'a')])
    assert.match(tar(['-tvf', '-'], begun).stdout.toString(), new RegExp(` ${bytes} .* svc\\.db`))
    for await (const entry of unpackTar(inPieces(begun, 700))) {
      assert.deepEqual([entry.name, entry.bytes], ['svc.db', bytes])
      break
    }
  })
}

test('a size in a pax header that is no whole number of bytes is damaged', () => {
  const read = (size: string) => {
    const record = ` size=${size}\n`
    return readPaxSize(Buffer.from(`${String(record.length + 2).padStart(2, '0')}${record}`))
  }
  assert.equal(read('8589934592'), 8_589_934_592)
  for (const size of ['-5', '0x10', '', '1e3', '99999999999999999999']) {
    assert.throws(() => read(size), { reason: 'damaged' }, size)
  }
})

test('an archive that was cut anywhere is damaged', async () => {
  const archive = await pack(files.slice(0, 4))
  for (let bytes = 0; bytes < archive.length - 1_024 + 512; bytes += 100) {
    const cut = archive.subarray(0, bytes)
    await assert.rejects(unpack(cut, 700), { reason: 'damaged' }, `${bytes} bytes`)
  }
})

test('a header with another byte, an unknown kind of entry or a false size is damaged', async () => {
  const archive = await pack(files.slice(1, 2))
  for (const at of [0, 101, 130, 150, 156, 258, 400]) {
    const altered = Buffer.from(archive)
    altered[at] = (altered[at] ?? 0) + 1
    await assert.rejects(unpack(altered, 700), { reason: 'damaged' }, `byte ${at}`)
  }
  tar(['-cf', 'folder.tar', '--no-recursion', '.'])
  const withFolder = readFileSync(join(folder, 'folder.tar'))
  await assert.rejects(unpack(withFolder, 700), { reason: 'damaged' })
})

test('a content that is not as long as announced is refused', async () => {
  const short = async function* () {
    yield { name: 'one', bytes: 5, content: inPieces(Buffer.from('four'), 9) }
  }
  await assert.rejects(async () => {
    for await (const piece of packTar(short())) void piece
  }, /one has 4 bytes and not 5/)
})

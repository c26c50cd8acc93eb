// Slow: makes a work tree of git for each test. Checks of single files are no part of the product.
// Which files a check of single files looks at again.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, type TestContext, test } from 'node:test'
import { filesToCheck } from '../../scripts/passed-files.js'
import { tempFolder } from '../support/temp-folder.ts'

const needsGit = {
  skip: spawnSync('git', ['--version']).status !== 0 && 'git is not on this machine',
}

describe('a check of single files', needsGit, () => {
  let folder: string
  beforeEach((t) => {
    folder = tempFolder(t as TestContext)
    execFileSync('git', ['init', '--quiet', folder])
    write('.gitignore', 'kept/\n')
    write('rules.json', '{}')
    write('a.ts', 'a')
    write('b.ts', 'b')
  })

  function write(path: string, text: string): void {
    writeFileSync(join(folder, path), text)
  }

  function look() {
    return filesToCheck(folder, join(folder, 'kept/passed.txt'), ['rules.json'])
  }

  test('looks at no file again that passed', () => {
    const first = look()
    assert.deepEqual(first.paths, ['.gitignore', 'a.ts', 'b.ts', 'rules.json'])
    assert.deepEqual(look().paths, first.paths)
    first.keepPassed()
    assert.deepEqual(look().paths, [])
  })

  test('looks at new files and at changed ones until they passed', () => {
    look().keepPassed()
    write('b.ts', 'c')
    write('c.ts', 'b')
    const changed = look()
    assert.deepEqual(changed.paths, ['b.ts', 'c.ts'])
    changed.keepPassed()
    rmSync(join(folder, 'a.ts'))
    assert.deepEqual(look().paths, [])
  })

  test('looks at a file again that was moved or changed back', () => {
    look().keepPassed()
    write('b.ts', 'a')
    look().keepPassed()
    write('b.ts', 'b')
    assert.deepEqual(look().paths, ['b.ts'])
  })

  test('looks at all files again under other rules', () => {
    look().keepPassed()
    write('rules.json', '{ }')
    assert.equal(look().paths.length, 4)
  })

  test('does not keep a file that changed while it was looked at', () => {
    const first = look()
    write('a.ts', 'changed')
    first.keepPassed()
    assert.deepEqual(look().paths, ['a.ts'])
    write('a.ts', 'a')
    assert.deepEqual(look().paths, ['a.ts'])
  })

  test('takes no notice of files whose folder became a file, and of links to themselves', () => {
    mkdirSync(join(folder, 'c'))
    write('c/d.ts', 'd')
    symlinkSync('loop.ts', join(folder, 'loop.ts'))
    execFileSync('git', ['add', '.'], { cwd: folder })
    rmSync(join(folder, 'c'), { recursive: true })
    write('c', '')
    assert.deepEqual(look().paths.toSorted(), ['.gitignore', 'a.ts', 'b.ts', 'c', 'rules.json'])
  })

  test('passes where it cannot keep what passed', () => {
    write('kept', 'a file where the folder would be')
    const first = look()
    first.keepPassed()
    assert.deepEqual(look().paths, first.paths)
  })

  test('looks at everything after many changes and outside of a git work tree', () => {
    for (let index = 0; index < 201; index += 1) write(`${index}.ts`, '')
    assert.deepEqual(look().paths, ['.'])
    rmSync(join(folder, '.git'), { recursive: true })
    const outside = look()
    assert.deepEqual(outside.paths, ['.'])
    outside.keepPassed()
    assert.deepEqual(look().paths, ['.'])
  })
})

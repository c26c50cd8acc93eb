import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { afterCommit, inTransaction } from '../../../server/db/transaction.ts'
import { openTestDatabase } from '../../support/database.ts'
import { countNotes, readNotes, writeNote } from '../../support/notes.ts'

describe('a listener for a commit', () => {
  test('is called once the rows can be read by everybody, before the commit returns', async (t) => {
    const { db } = await openTestDatabase(t)
    const heard: string[] = []
    await inTransaction(db, async (trx) => {
      afterCommit(trx, () => heard.push(`told with ${readNotes(db).length} written`))
      await writeNote(trx, 'a')
      heard.push('work ends')
    })
    heard.push('caller goes on')
    assert.deepEqual(heard, ['work ends', 'told with 1 written', 'caller goes on'])
  })

  test('is not called for a rolled-back change, though others committed beside it', async (t) => {
    const { db } = await openTestDatabase(t)
    const heard: string[] = []
    const write = (text: string, fails: boolean) =>
      inTransaction(db, async (trx) => {
        afterCommit(trx, () => heard.push(text))
        await writeNote(trx, text)
        if (fails) throw new Error('broken')
      })
    await Promise.allSettled([write('a', false), write('b', true), write('c', false)])
    assert.deepEqual(heard, ['a', 'c'])
    assert.equal(await countNotes(db.reader), 2)
  })

  test('cannot ask outside of a work', async (t) => {
    const { db } = await openTestDatabase(t)
    const open = await inTransaction(db, async (trx) => trx)
    const other = await inTransaction(db, async (trx) => trx)
    assert.notEqual(open, other)
    assert.throws(() => afterCommit({} as Parameters<typeof afterCommit>[0], () => {}))
  })
})

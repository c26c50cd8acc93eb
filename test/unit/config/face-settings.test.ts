import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertProblem, openSettingsFolder } from './load-settings.ts'

const { fileWith, load, problemsOf, remove } = openSettingsFolder()
after(remove)

test('a face model needs its measurement, and the reading of documents', () => {
  const SVC_FACE_MODEL = fileWith('model')
  const SVC_FACE_MEASUREMENT = fileWith('{}')
  assertProblem(problemsOf({ SVC_FACE_MODEL }), /^SVC_FACE_MEASUREMENT must be set too/)
  assertProblem(problemsOf({ SVC_FACE_MEASUREMENT }), /^SVC_FACE_MODEL must be set too/)
  const both = { SVC_FACE_MODEL, SVC_FACE_MEASUREMENT }
  const unread = problemsOf({ ...both, SVC_DOCUMENT_READING: 'off' })
  assertProblem(unread, /^SVC_DOCUMENT_READING must be warn or enforce/)
  assert.deepEqual(load(both).config.faces, {
    modelFile: SVC_FACE_MODEL,
    measurementFile: SVC_FACE_MEASUREMENT,
  })
  assert.equal(load({}).config.faces, undefined)
})

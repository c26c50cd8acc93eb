// Judges, after tests on PostgreSQL, whether they called every query. Plain JavaScript, like `check.js`, which uses it.

import { findUncalledQueries } from './called-functions.js'

/**
 * @param {string[]} callsFiles what each group of tests on PostgreSQL recorded; none if the groups are not to call each
 * query
 * @param {number[]} statuses of all groups: one that failed may have called less, and has to be mended first
 * @param {Record<string, string[]>} [known] functions that need no call, by their files
 * @returns {string} what is wrong; empty if nothing is, or nothing can be said
 */
export function judgeQueries(callsFiles, statuses, known) {
  if (callsFiles.length === 0 || statuses.some((status) => status !== 0)) return ''
  const { uncalled, needless } = findUncalledQueries(callsFiles, known)
  return [
    listed(
      'None of these tests ran these queries on PostgreSQL. Let a file of tests that calls them run there',
      uncalled,
    ),
    listed(
      'These were called there, or are gone. Take them out of scripts/postgres/untried-queries.js',
      needless,
    ),
  ].join('')
}

function listed(what, queries) {
  return queries.length === 0 ? '' : `\n${what}:\n${queries.join('\n')}\n`
}

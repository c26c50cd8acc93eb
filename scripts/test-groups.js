// The groups of test files that `npm test` and its lanes run, each in a process of its own.

/** Waits for disks, threads and processes of its own. */
const operations = {
  name: 'Flows of operations',
  patterns: ['test/flow/{backup,demo,operations}/**/*.test.ts'],
  waits: true,
}
/** Waits for the programs that it starts: no other group may have to wait for its end. */
const commands = { name: 'Command line', patterns: ['test/cli/**/*.test.ts'], waits: true }
const api = { name: 'Interface', patterns: ['test/api/**/*.test.ts'] }
const singleParts = {
  name: 'Single parts and everything else',
  patterns: ['test/*.test.ts', 'test/!(flow|api|killed|cli|store|console)/**/*.test.ts'],
}
const flows = {
  name: 'Flows',
  patterns: ['test/flow/!(backup|demo|operations)/**/*.test.ts', 'test/flow/*.test.ts'],
}
const database = { name: 'Database', patterns: ['test/store/**/*.test.ts'] }

/**
 * Each group is a process, because importing the product costs seconds of processor time, and once is enough for many
 * files. Groups that take longest stand first, and none takes much longer than the others: so no processor waits for
 * the last one. A group that `waits` for most of its time runs beside as many others as usual.
 */
export const groups = [
  ...browserGroups('[b-cfh-jl-oqtvx-z]', '[ksuw]', '[adegpr]'),
  operations,
  commands,
  api,
  singleParts,
  flows,
  database,
  { name: 'Killed servers', patterns: ['test/killed/**/*.test.ts'] },
]

/** What `--fast` runs: without slow files so little is left of each group that importing counts for more. */
export const fastGroups = [
  together('Flows and database', [flows, operations, database]),
  together('Single parts and command line', [singleParts, commands]),
  api,
]

/** What `--postgres` runs. Less of the flows runs there than on SQLite, so they share a process. */
export const postgresGroups = [
  api,
  { name: 'Flows', patterns: ['test/flow/**/*.test.ts'] },
  database,
].map(onPostgres)

/**
 * Files that always use PostgreSQL, in `npm test`, too. The move of a database is not among them: it alone calls some
 * queries, and the rest is to call each.
 */
const alwaysOnPostgres = [
  '!test/store/postgres/**',
  '!test/flow/on-postgres.test.ts',
  '!test/flow/operations/images-away.test.ts',
]

/** Waits between the tries of the job. */
const crashingJob = {
  name: 'Long: a crashing job',
  patterns: ['test/killed/crashing-job.test.ts'],
  waits: true,
}

/** Long files load much of the product each and share little; few groups suffice. */
const longOthers = [
  { name: 'Long: pages in a browser', patterns: ['test/console/**/*.test.ts'] },
  {
    name: 'Long: the rest',
    patterns: ['test/!(killed|console|flow)/**/*.test.ts', 'test/flow/{,!(nodes)/**/}*.test.ts'],
  },
  { name: 'Long: killed servers', patterns: ['test/killed/!(crashing-job).test.ts'] },
  {
    name: 'Long: single tests',
    patterns: ['test/*.test.ts', 'test/!(console)/**/*.test.ts'],
    lane: '--marked',
  },
  {
    name: 'Long: single tests in a browser',
    patterns: ['test/console/**/*.test.ts'],
    lane: '--marked',
  },
  { name: 'Long: several nodes', patterns: ['test/flow/nodes/**/*.test.ts'] },
]

export const longGroups = [crashingJob, ...longOthers]

/** The walks over pages once more, in views that `npm test` leaves out. */
export const otherViews = {
  name: 'Pages in other views',
  patterns: ['test/console/*.test.ts'],
  lane: '--walks',
  env: { SVC_TEST_VIEWS: 'others' },
}

const inLongLane = (group) => ({ lane: '--long', ...group })

/**
 * What `npm test` leaves out, all at once, so that no processor waits for the end of one lane before another. The storm
 * over several nodes is not among it: it measures how soon one takes over from another, which needs free processors,
 * and changes the machine's network, which breaks off the requests of a browser.
 */
export const restGroups = [
  inLongLane(crashingJob),
  ...postgresGroups.map((group) => ({
    ...group,
    patterns: [...group.patterns, ...alwaysOnPostgres],
  })),
  ...longOthers.map(inLongLane),
  otherViews,
]

/** @param {string[]} beginnings of the names of test files, as patterns */
function browserGroups(...beginnings) {
  return beginnings.map((beginning) => ({
    name: `Pages in a browser, ${beginning}*`,
    patterns: [`test/console/${beginning}*.test.ts`],
  }))
}

function together(name, parts) {
  return { name, patterns: parts.flatMap(({ patterns }) => patterns) }
}

export function onPostgres({ name, patterns }) {
  return { name: `PostgreSQL: ${name}`, patterns, isOnPostgres: true }
}

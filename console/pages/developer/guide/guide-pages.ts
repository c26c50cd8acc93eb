// The pages of `data/guide/`, as they were when the console was built. Loaded with the first page of the guide.

import { readGuidePage } from './guide.ts'

const files = import.meta.glob<string>('../../../../data/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** In the order of the topics. */
export const guidePages = Object.entries(files)
  .map(([path, text]) => readGuidePage(path, text))
  .toSorted((one, other) => (one.topic < other.topic ? -1 : 1))

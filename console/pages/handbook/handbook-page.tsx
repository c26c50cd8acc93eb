// The handbook: how staff work with the console, in the console's language, without what the user's role may not do.

import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useMay } from '../../api/session.ts'
import { Article } from '../../frame/markdown/article.tsx'
import contents from '../../frame/parts/contents.module.css'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { SectionLink } from '../../frame/parts/section-link.tsx'
import { languageOf } from '../../words/languages.ts'
import classes from './handbook.module.css'
import { type HandbookSection, readHandbook } from './handbook.ts'

const files = import.meta.glob<string>('../../../data/reference/handbook/*.md', {
  query: '?raw',
  import: 'default',
})

export function HandbookPage() {
  const { t, i18n } = useTranslation('handbook')
  const language = languageOf(i18n.language)
  const handbook = useQuery({
    queryKey: ['handbook', language],
    queryFn: async () =>
      readHandbook((await files[`../../../data/reference/handbook/${language}.md`]?.()) ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const may = useMay()
  const sections = (handbook.data?.sections ?? []).filter(
    ({ permission }) => permission === undefined || may(permission),
  )
  return (
    <>
      <PageHeader title={t('title')} text={handbook.data?.opening ?? t('loading')} />
      {handbook.isError && (
        <ErrorState error={handbook.error} onRetry={() => void handbook.refetch()} />
      )}
      {handbook.isPending && <Skeleton h={320} radius={10} />}
      {handbook.isSuccess && <Sections sections={sections} />}
    </>
  )
}

function Sections({ sections }: { readonly sections: readonly HandbookSection[] }) {
  const { t } = useTranslation('handbook')
  const { hash } = useLocation()
  useEffect(() => showSection(hash.slice(1)), [hash])
  return (
    <div className={`${contents.beside} ${classes.layout}`}>
      <nav className={`${contents.contents} ${classes.sections}`} aria-label={t('contents')}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <SectionLink hash={id} isOpen={hash === `#${id}`}>
                {title}
              </SectionLink>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {sections.map(({ id, title, text }) => (
          <section key={id} className={classes.section} aria-labelledby={id}>
            <Title order={2} size="h3" id={id} tabIndex={-1} className={classes.title ?? ''}>
              {title}
            </Title>
            <Article text={text} name={title} />
          </section>
        ))}
      </div>
    </div>
  )
}

function showSection(id: string): void {
  const title = document.getElementById(id)
  title?.scrollIntoView()
  title?.focus({ preventScroll: true })
}

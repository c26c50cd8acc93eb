// The guide: the list of topics with search, or the page that the address names.

import { Anchor, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Article } from '../../../frame/markdown/article.tsx'
import { Panel } from '../../../frame/parts/panel.tsx'
import classes from '../developer.module.css'
import {
  fragmentOfLink,
  type GuidePage,
  type GuidePlace,
  guideFragment,
  searchGuide,
} from './guide.ts'
import { guidePages } from './guide-pages.ts'

export function GuideView({ place }: { readonly place: GuidePlace }) {
  const { t } = useTranslation('developer')
  if (place.topic === undefined) return <Topics />
  const page = guidePages.find(({ topic }) => topic === place.topic)
  return (
    <>
      <div>
        <Anchor component={Link} to={{ hash: guideFragment }} size="sm">
          {t('guide.all')}
        </Anchor>
      </div>
      {page === undefined ? (
        <Text role="status" mt="md">
          {t('guide.unknown', { topic: place.topic })}
        </Text>
      ) : (
        <Page key={page.topic} page={page} heading={place.heading} />
      )}
    </>
  )
}

function Topics() {
  const { t } = useTranslation('developer')
  const [typed, setTyped] = useState('')
  const found = searchGuide(guidePages, useDeferredValue(typed))
  return (
    <Panel title={t('guide.title')} text={t('guide.text')}>
      <TextInput
        type="search"
        mb="md"
        maw={360}
        aria-label={t('guide.search')}
        placeholder={t('guide.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className={classes.fields} lang="en" dir="ltr">
        {found.map(({ topic, title, opening }) => (
          <li key={topic}>
            <Anchor component={Link} to={{ hash: `${guideFragment}/${topic}` }}>
              {title}
            </Anchor>
            <Text size="sm" c="dimmed">
              {opening}
            </Text>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('guide.nothingFound')}
        </Text>
      )}
    </Panel>
  )
}

interface PageProps {
  readonly page: GuidePage
  readonly heading: string | undefined
}

function Page({ page: { topic, text }, heading }: PageProps) {
  const { t } = useTranslation('developer')
  useEffect(() => showHeading(heading), [heading])
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('guide.page', { command: `svc help ${topic}` })}
      </Text>
      <Article lang="en" text={text} fragmentOf={(href) => fragmentOfLink(topic, href)} />
    </>
  )
}

/** Shows the heading, or the beginning of the page without one. */
function showHeading(heading: string | undefined): void {
  const place = document.querySelector<HTMLElement>('article h2')
  const found = heading === undefined ? null : document.getElementById(heading)
  if (found === null) {
    scrollTo({ top: 0 })
    place?.focus({ preventScroll: true })
    return
  }
  found.scrollIntoView()
  found.focus({ preventScroll: true })
}

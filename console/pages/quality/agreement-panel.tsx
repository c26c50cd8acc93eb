// The agreement of second reviewers with each reviewer, as a point within its interval.

import { useTranslation } from 'react-i18next'
import type {
  QualityJson,
  ReviewerFiguresJson,
} from '../../../server/console-api/quality/quality-json.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import classes from './quality.module.css'
import { useAgreementText } from './use-agreement-text.ts'

export function AgreementPanel({ quality }: { readonly quality: QualityJson }) {
  const { t } = useTranslation('quality')
  const textOf = useAgreementText(quality)
  const checked = quality.reviewers.filter(({ checks }) => checks > 0)
  return (
    <Panel title={t('agreement.title')} text={t('agreement.text')}>
      {checked.length === 0 ? (
        t('agreement.none')
      ) : (
        <ul className={classes.rows}>
          {checked.map((figures) => (
            <li key={figures.reviewer.id}>
              <div className={classes.head}>
                <span className="svc-typed">
                  {figures.reviewer.name}{' '}
                  <span className={classes.aside}>
                    {t('agreement.of', { count: figures.checks })}
                  </span>
                </span>
                <span className={classes.value}>{textOf(figures)}</span>
              </div>
              <Interval agreement={figures.agreement} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The numbers stand beside it. */
function Interval({ agreement }: Pick<ReviewerFiguresJson, 'agreement'>) {
  return (
    <div className={classes.track} aria-hidden="true">
      {agreement !== null && (
        <>
          <div
            className={classes.interval}
            style={{
              insetInlineStart: `${agreement.low * 100}%`,
              inlineSize: `${(agreement.high - agreement.low) * 100}%`,
            }}
          />
          <div
            className={classes.point}
            style={{ insetInlineStart: `${agreement.share * 100}%` }}
          />
        </>
      )}
    </div>
  )
}

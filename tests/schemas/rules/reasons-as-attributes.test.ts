import { expect, test } from 'vitest';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import { answers } from '../corpus/answers.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf } from './findings-of.ts';

const plain = encodeXml(answers['direct-payment'], { root: 'respon' });
const findingsWith = (reasons: string) => {
  const body = plain.replace(/<risk_reasons>.*<\/risk_reasons>/s, reasons);
  return findingsOf(exchangeOf('direct-payment', requests['direct-payment'], body));
};
const listed = 'warn 2.6/risk_reasons/listed respon.risk_reasons';

test('a risk reason that has name and status as attributes has none as children', () => {
  const both = [`${listed}.name`, `${listed}.status`];
  expect(findingsWith('<risk_reasons name="velocity" status="low"/>')).toEqual(both);
  expect([...findingsWith('<risk_reasons status="low" name="velocity"></risk_reasons>')].sort()).toEqual(
    both,
  );
  expect(findingsWith('<risk_reasons name="velocity"/><risk_reasons name="amount"/>')).toEqual([both[0]]);
});

test('an empty risk_reasons is none, whatever else it says about itself', () => {
  expect(findingsWith('<risk_reasons/>')).toEqual([]);
  expect(findingsWith('<risk_reasons count="0" nil="true"/>')).toEqual([]);
});

test('a risk reason with children may have attributes as well', () => {
  const children = '<name>velocity</name><status>low</status>';
  expect(findingsWith(`<risk_reasons name="1">${children}</risk_reasons>`)).toEqual([]);
});

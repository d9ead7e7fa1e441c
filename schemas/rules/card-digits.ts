import { say } from '../findings/say.ts';
import { pathIn, type Rule } from './rule.ts';

const clause = '2.6/card/own-digits';

/** 2.6: the masked card shows the first six and last four digits, so they are those of the card that was sent. */
export const cardDigits: Rule = {
  name: 'card-digits',
  clauses: [clause],
  operations: ['direct-payment'],
  looksAt: 'answer',
  check(view, notebook) {
    const { card: sent } = view.request;
    const { card: shown } = view.answer;
    if (!view.comparable || !view.fits || typeof sent !== 'string' || typeof shown !== 'string') return;
    const digits = sent.replaceAll(/[ -]/g, '');
    const masked = /^([0-9]{6})\*+([0-9]{4})$/.exec(shown);
    if (masked === null || !/^[0-9]{11,}$/.test(digits)) return;
    if (masked[1] === digits.slice(0, 6) && masked[2] === digits.slice(-4)) notebook.holds(clause);
    else
      notebook.breaks(clause, {
        kind: 'differs',
        path: pathIn(view, 'card'),
        expected: say('own-digits'),
        received: say('other-digits'),
      });
  },
};

import { describe, expect, test } from 'vitest';
import { judge } from '../../../schemas/judge.ts';
import { pageOf, staticNames, visitOf } from '../corpus/page.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf, observationsOf } from './findings-of.ts';

const page = (action: string, head = '') =>
  exchangeOf(
    'redirect-payment',
    requests['redirect-payment'],
    pageOf({ head, form: `<form name="theForm" method="post" action="${action}">` }),
  );

test.each(['main', 'section', 'svg'])('a page without a frame of its own may begin with <%s>', (tag) => {
  const bare = `<${tag}></${tag}>${pageOf().slice(pageOf().indexOf('<form'))}<script src="/go.js"></script>`;
  expect(findingsOf(exchangeOf('redirect-payment', requests['redirect-payment'], bare))).toEqual([]);
});

describe('the action of theForm', () => {
  test.each([
    ['', ''],
    ['/v1/checkout', ''],
    ['/v1/checkout/pay;x?y=1', ''],
    ['checkout', ''],
    ['/v1/%63heckout/pay', ''],
    ['/%761/check%6Fut', ''],
    ['/v1/checkout;jsessionid=4F', ''],
    ['checkout;v=2/pay?y=1', ''],
    ['?step=2', ''],
    ['http://pay.example/v1/checkout/go', ''],
    ['//pay.example/v1/pay/checkout', ''],
    ['go', '<base href="/v1/checkout/">'],
    ['../checkout/go', '<base href="/v1/other/">'],
  ])('lies on the checkout path: "%s" %s', (action, head) => {
    expect(findingsOf(page(action, head))).toEqual([]);
  });

  test.each(['//pay.example/checkout', '/v2/checkout/pay', '/checkout', '/api/checkout/v1/'])(
    'is odd where its step does not stand below the version: "%s"',
    (action) => {
      expect(findingsOf(page(action))).toEqual(['warn 2.8/theForm/action theForm.action']);
    },
  );

  test.each([
    ['/v1/checkoutfoo', ''],
    ['/v1/pay;checkout', ''],
    ['/v1/checkout-pay', ''],
    ['/v1/%2563heckout', ''],
    ['/v1/checkout%2Fpay', ''],
    ['/v1/authorise', ''],
    ['go', '<base href="/v1/other/">'],
    ['../pay', ''],
    ['javascript:pay()', ''],
    ['http://', ''],
    ['/pay?to=/checkout', ''],
    ['/#/checkout', ''],
  ])('lies elsewhere: "%s" %s', (action, head) => {
    expect(findingsOf(page(action, head))).toEqual(['fail 2.8/theForm/action theForm.action']);
  });
});

test('a page without a script, a handler and a refresh cannot post its form', () => {
  const still = (head: string, told = {}) =>
    exchangeOf(
      'redirect-payment',
      requests['redirect-payment'],
      pageOf({ head }).replace(/ onload="[^"]*"/, ''),
      told,
    );
  expect(findingsOf(still(''))).toEqual(['fail 2.8/theForm/automatic-post theForm']);
  expect(findingsOf(still('<meta http-equiv="refresh" content="0;url=/go">'))).toEqual([]);
  expect(findingsOf(still('', { headers: { refresh: '0;url=/go' } }))).toEqual([]);
  expect(findingsOf({ ...still(''), page: visitOf() })).toEqual([]);
});

describe('the inputs of theForm', () => {
  test('are named in paths by their names', () => {
    const inputs = staticNames.map(
      (name) => `<input name="${name}" value="x" type="${name === 'pm_id' ? 'text' : 'hidden'}">`,
    );
    const exchange = exchangeOf('redirect-payment', requests['redirect-payment'], pageOf({ inputs }));
    expect(findingsOf(exchange)).toEqual(['fail 2.8/static-inputs/hidden theForm.pm_id.type']);
  });

  test('may be more than those listed, which is observed', () => {
    const inputs = [...staticNames, 'session'].map((name) => `<input type="hidden" name="${name}">`);
    const exchange = exchangeOf('redirect-payment', requests['redirect-payment'], pageOf({ inputs }));
    expect(findingsOf(exchange)).toEqual([]);
    expect(observationsOf(exchange)).toContain('4.3/other-inputs: session');
  });

  test('do not count when they stand in another form', () => {
    const inputs = [
      ...staticNames.slice(1).map((name) => `<input type="hidden" name="${name}">`),
      '</form><form name="other">',
      '<input type="hidden" name="gbc_id">',
    ];
    const exchange = exchangeOf('redirect-payment', requests['redirect-payment'], pageOf({ inputs }));
    expect(findingsOf(exchange)).toEqual(['warn 2.8/static-inputs/listed theForm.gbc_id']);
  });

  const hiddenInputs = staticNames.map((name) => `<input type="hidden" name="${name}" value="x">`);
  const saved = (inputs: readonly string[]) =>
    exchangeOf('redirect-payment', requests['redirect-payment'], pageOf({ inputs }));

  test('are absent where the text disables them', () => {
    const off = [...hiddenInputs.slice(1), `<fieldset disabled>${hiddenInputs[0]}</fieldset>`];
    expect(findingsOf(saved(off))).toEqual(['warn 2.8/static-inputs/listed theForm.gbc_id']);
  });

  test('are absent where a browser does not post them, and present where it does', () => {
    const visited = { ...saved(hiddenInputs), page: visitOf({ gbc_id: null }) };
    expect(findingsOf(visited)).toEqual(['warn 2.8/static-inputs/listed theForm.gbc_id']);
    const enabled = { ...saved([`<fieldset disabled>${hiddenInputs.join('')}</fieldset>`]), page: visitOf() };
    expect(findingsOf(enabled)).toEqual([]);
  });

  test('may not have two values under one name', () => {
    const twice = [...hiddenInputs, '<input type="hidden" name="gbc_id" value="y">'];
    expect(findingsOf(saved(twice))).toEqual(['warn 2.8/static-inputs/listed gbc_id']);
    expect(findingsOf(saved([...hiddenInputs, String(hiddenInputs[0])]))).toEqual([]);
  });

  test('are none of the further ones where 2.8 names them', () => {
    const named = [...hiddenInputs, '<input type="hidden" name="APMType"><input type="hidden" name="other">'];
    const others = observationsOf(saved(named)).filter((one) => one.startsWith('4.3/other-inputs'));
    expect(others).toEqual(['4.3/other-inputs: other']);
  });

  test('leave browser clauses unexercised without a browser', () => {
    const { exercised } = judge(exchangeOf('redirect-payment', requests['redirect-payment'], pageOf()));
    expect(exercised.filter((id) => /automatic-post|allParams|signInfo/.test(id))).toEqual([]);
  });

  test.each([
    ['/v1/checkout/pay', '', 'the host that was called, by http'],
    ['https://pay.example/checkout', '', 'another host, pay.example, by https'],
    ['v1/checkout', '<base href="http://4111111111111111.example/">', 'another host, #.example, by http'],
  ])('has its host observed, not judged: "%s" %s', (action, head, where) => {
    expect(observationsOf(page(action, head))).toContain(`2.8/theForm/action/host: ${where}`);
  });
});

import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../specs/support/visiting/posted-fields.ts';

const post = (body: string, type: string, charsets: readonly string[] = []) =>
  fieldsOf(Buffer.from(body, 'latin1'), type, charsets);

describe('fieldsOf', () => {
  it('reads the three ways in which a browser writes a form alike', async () => {
    const fields = [
      ['orderNo', 'A 1=2'],
      ['remark', ''],
    ];
    const parts = fields.map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );

    expect(await post('orderNo=A+1%3D2&remark=', 'application/x-www-form-urlencoded')).toEqual(fields);
    expect(await post(`${parts.join('')}--b--\r\n`, 'multipart/form-data; boundary=b')).toEqual(fields);
    expect(await post('orderNo=A 1=2\r\nremark=\r\n', 'text/plain')).toEqual(fields);
  });

  it('reads a value of several lines, and one without any', async () => {
    expect(await post('note=one\r\n\r\ntwo\r\ncity=x\r\n', 'text/plain')).toEqual([
      ['note', 'one\r\n\r\ntwo'],
      ['city', 'x'],
    ]);
    expect(await post('', 'text/plain')).toEqual([]);
  });

  it('reads the letters of the encoding that the form names', async () => {
    expect(await post('city=K\xf6ln\r\n', 'text/plain', ['windows-1252'])).toEqual([['city', 'Köln']]);
    expect(await post('city=K%F6ln', 'application/x-www-form-urlencoded', ['windows-1252'])).toEqual([
      ['city', 'Köln'],
    ]);
  });
});

import { startHttp, type WireService } from './wire-service.ts';

const statuses = [301, 302, 303, 307, 308];

/** Sends every caller, with what it brought, to another address. */
export const redirectsElsewhere: WireService = {
  name: 'redirects-elsewhere',
  does: 'sends every caller, with what it brought, to another address',
  async start(port) {
    const heard: string[] = [];
    let asked = 0;
    const other = await startHttp((request, response) => {
      heard.push(`elsewhere ${request.method}`);
      response.end();
    })();
    const own = await startHttp((request, response) => {
      heard.push(`${request.method} ${request.url}`);
      const status = statuses[asked % statuses.length] ?? 302;
      asked += 1;
      response.writeHead(status, { location: `${other.baseUrl}/stolen` }).end();
    })(port);
    return {
      baseUrl: own.baseUrl,
      heard,
      stop: async () => {
        await Promise.all([own.stop(), other.stop()]);
      },
    };
  },
};

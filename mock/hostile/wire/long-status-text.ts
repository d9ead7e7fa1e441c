import { startRaw, type WireService } from './wire-service.ts';

/** Writes commands for terminals and job logs behind its status. */
export const longStatusText: WireService = {
  name: 'long-status-text',
  does: 'writes ten thousand letters and commands for job logs behind its status',
  start: startRaw((socket) =>
    socket.end(
      `HTTP/1.1 200 ::error title=x::${'y'.repeat(10_000)} \u009b2J\r\ncontent-length: 21\r\nconnection: close\r\n\r\n{"return_status":"1"}`,
    ),
  ),
};

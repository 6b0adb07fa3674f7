/** The lower yardstick: express set up as in its documentation, with `res.json` of the same object. */
import { createServer } from 'node:http';
import express from 'express';
import { runServer } from './child.ts';
import { listenOn } from './listen.ts';

runServer(({ input }) => {
  const answer: unknown = JSON.parse(input);
  const app = express();
  app.get('/3.7.0/devices/usb', (_request, response) => {
    response.json(answer);
  });
  return listenOn(createServer(app));
});

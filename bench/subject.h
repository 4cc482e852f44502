/* A subject of the benchmark: a process that speaks UCI, seen from the GUI's side. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

typedef long long ns_t;

enum {
    READ_SIZE = 65536,     /* bytes: what a pipe holds */
    BUFFER_SIZE = 1 << 17, /* bytes: a tail and a read */
};

static const ns_t NS_PER_S = 1000000000LL;

struct subject {
    const char *name;
    char **command; /* ends with NULL */
    pid_t pid;
    clockid_t cpu_clock;
    int in, out; /* file descriptors of our ends */
    char buffer[BUFFER_SIZE];
    size_t start, end; /* of what was read and not yet taken, in `buffer` */
    ns_t read_at;      /* when the newest bytes in `buffer` were read */
    long long bytes;   /* read so far */
};

/* Print one line to stderr and end the driver with 1. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* CLOCK_MONOTONIC, which the engine stamps its lines with too. */
ns_t now_ns(void);

/* Start the process of `subject`. */
void spawn(struct subject *subject);

/* Send `quit`, read what is left and wait for the end. */
void quit(struct subject *subject);

void send_bytes(struct subject *subject, const char *bytes, size_t size);
void send_line(struct subject *subject, const char *line);

/* Take the next whole line that has been read, without its newline; NULL if there is none. */
char *take_line(struct subject *subject);

/* Read once; `wanted` tells what we wait for, should the output end. */
void read_more(struct subject *subject, const char *wanted);

/* Read lines up to one that begins with `wanted`. */
void read_until(struct subject *subject, const char *wanted);

/* Send `command` and read up to `answer`. */
void ask(struct subject *subject, const char *command, const char *answer);

/* True when there is something to read before `deadline`. */
bool wait_for_output(const struct subject *subject, ns_t deadline);

/* CPU time of all threads of the subject's own process, ended ones too; its children's not. */
ns_t cpu_ns(const struct subject *subject);

/* Resident memory in KiB, exact: VmRSS in /proc/PID/status may be some hundred behind. */
long rss_kb(const struct subject *subject);

#endif

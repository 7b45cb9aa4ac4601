/*
 * Faults of a disk, for a process that is started with this library preloaded (LD_PRELOAD), as
 * libfaketime does it with the clock. Only files whose path holds "/rocksdb/" are touched, jars not:
 * a Maven repository has RocksDB's own in such a folder, and classes are read from it.
 *
 * The environment variable DISKFAULTS names a file that both sides map into memory, so that a test
 * changes what fails while the process runs. It holds 32-bit numbers in the order of this struct.
 * Calls are counted down without a lock: of two at the same moment either may be the one that fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { OPEN = 1, READ = 2, WRITE = 4, SYNC = 8, CHANGE = 16 };
enum { TABLE = 1, MANIFEST = 2, CURRENT = 4, OPTIONS = 8, OTHER = 16 };
enum { FAIL = 1, SHORTEN = 2, FLIP = 3 };

struct plan {
  volatile int how;    /* FAIL, SHORTEN or FLIP; 0 for no fault */
  volatile int calls;  /* which calls: a sum of OPEN to CHANGE */
  volatile int files;  /* in which files: a sum of TABLE to OTHER */
  volatile int number; /* errno of FAIL */
  volatile int skip;   /* so many calls of that kind are let pass first */
  volatile int times;  /* so many fail then; -1 for all */
  volatile int hits;   /* so many failed; counted here */
};

#define FILES 65536
static struct plan none;
static struct plan *plan = &none;
static unsigned char kinds[FILES];

#undef fread_unlocked

/* The function that this library stands before. */
#define REAL(name)                          \
  ({                                        \
    static __typeof__(&name) real;          \
    if (real == NULL) {                     \
      real = dlsym(RTLD_NEXT, #name);       \
    }                                       \
    real;                                   \
  })

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("DISKFAULTS");
  int file = path == NULL ? -1 : REAL(open)(path, O_RDWR);
  if (file < 0) {
    return;
  }
  void *mapped = mmap(NULL, sizeof(struct plan), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) {
    plan = mapped;
  }
}

static int kind(const char *path) {
  if (path == NULL || strstr(path, "/rocksdb/") == NULL) {
    return 0;
  }
  const char *name = strrchr(path, '/') + 1;
  if (strstr(name, ".jar") != NULL) {
    return 0;
  }
  if (strstr(name, ".sst") != NULL) {
    return TABLE;
  }
  if (strncmp(name, "MANIFEST", 8) == 0) {
    return MANIFEST;
  }
  /* written under the second name, then renamed */
  if (strncmp(name, "CURRENT", 7) == 0 || strstr(name, ".dbtmp") != NULL) {
    return CURRENT;
  }
  return strncmp(name, "OPTIONS", 7) == 0 ? OPTIONS : OTHER;
}

/* How this call goes wrong, 0 if it does not. */
static int fault(int call, int file) {
  int how = plan->how;
  if (how == 0 || (plan->calls & call) == 0 || (plan->files & file) == 0) {
    return 0;
  }
  if (plan->skip > 0) {
    __sync_sub_and_fetch(&plan->skip, 1);
    return 0;
  }
  if (plan->times == 0) {
    return 0;
  }
  if (plan->times > 0) {
    __sync_sub_and_fetch(&plan->times, 1);
  }
  __sync_add_and_fetch(&plan->hits, 1);
  if (how == FAIL) {
    errno = plan->number;
  }
  return how;
}

static int kind_of(int file) {
  return file >= 0 && file < FILES ? kinds[file] : 0;
}

static int remember(int file, int is) {
  if (file >= 0 && file < FILES) {
    kinds[file] = (unsigned char)is;
  }
  return file;
}

static void flip(void *bytes, ssize_t length) {
  if (length > 0) {
    ((unsigned char *)bytes)[length / 2] ^= 0x10;
  }
}

static int mode_of(int flags, va_list more) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, int) : 0;
}

#define OPENING(name)                                          \
  int name(const char *path, int flags, ...) {                 \
    va_list more;                                              \
    va_start(more, flags);                                     \
    int mode = mode_of(flags, more);                           \
    va_end(more);                                              \
    int is = kind(path);                                       \
    if (fault(OPEN, is) == FAIL) {                             \
      return -1;                                               \
    }                                                          \
    return remember(REAL(name)(path, flags, mode), is);        \
  }

OPENING(open)
OPENING(open64)

#define OPENING_AT(name)                                       \
  int name(int at, const char *path, int flags, ...) {         \
    va_list more;                                              \
    va_start(more, flags);                                     \
    int mode = mode_of(flags, more);                           \
    va_end(more);                                              \
    int is = kind(path);                                       \
    if (fault(OPEN, is) == FAIL) {                             \
      return -1;                                               \
    }                                                          \
    return remember(REAL(name)(at, path, flags, mode), is);    \
  }

OPENING_AT(openat)
OPENING_AT(openat64)

#define OPENING_STREAM(name)                                   \
  FILE *name(const char *path, const char *mode) {             \
    int is = kind(path);                                       \
    if (fault(OPEN, is) == FAIL) {                             \
      return NULL;                                             \
    }                                                          \
    FILE *file = REAL(name)(path, mode);                       \
    if (file != NULL) {                                        \
      remember(fileno(file), is);                              \
    }                                                          \
    return file;                                               \
  }

OPENING_STREAM(fopen)
OPENING_STREAM(fopen64)

int close(int file) {
  remember(file, 0);
  return REAL(close)(file);
}

/* What a read that went well answers. */
static ssize_t told(int how, void *bytes, ssize_t length) {
  if (how == FLIP) {
    flip(bytes, length);
  }
  return how == SHORTEN && length > 1 ? length / 2 : length;
}

ssize_t read(int file, void *bytes, size_t length) {
  int how = fault(READ, kind_of(file));
  return how == FAIL ? -1 : told(how, bytes, REAL(read)(file, bytes, length));
}

#define READING_AT(name, offset)                                        \
  ssize_t name(int file, void *bytes, size_t length, offset at) {       \
    int how = fault(READ, kind_of(file));                               \
    return how == FAIL ? -1 : told(how, bytes, REAL(name)(file, bytes, length, at)); \
  }

READING_AT(pread, off_t)
READING_AT(pread64, off64_t)

/* MANIFEST and CURRENT are read by this one. Less without the end of the file is a failure. */
size_t fread_unlocked(void *bytes, size_t size, size_t number, FILE *file) {
  int how = fault(READ, kind_of(fileno(file)));
  if (how == FAIL) {
    return 0;
  }
  size_t got = REAL(fread_unlocked)(bytes, size, number, file);
  if (how == FLIP) {
    flip(bytes, (ssize_t)(got * size));
  }
  return got;
}

/* A flipped bit is written as a copy, since the caller may write the same bytes elsewhere. */
#define WRITING(...)                                           \
  int how = fault(WRITE, kind_of(file));                       \
  if (how == FAIL) {                                           \
    return -1;                                                 \
  }                                                            \
  if (how == SHORTEN && length > 1) {                          \
    length = length / 2;                                       \
  }                                                            \
  void *copy = NULL;                                           \
  if (how == FLIP && (copy = malloc(length)) != NULL) {        \
    memcpy(copy, bytes, length);                               \
    flip(copy, (ssize_t)length);                               \
    bytes = copy;                                              \
  }                                                            \
  ssize_t written = __VA_ARGS__;                               \
  free(copy);                                                  \
  return written

ssize_t write(int file, const void *bytes, size_t length) {
  WRITING(REAL(write)(file, bytes, length));
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
  WRITING(REAL(pwrite)(file, bytes, length, at));
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
  WRITING(REAL(pwrite64)(file, bytes, length, at));
}

#define SYNCING(name)                                                          \
  int name(int file) {                                                         \
    return fault(SYNC, kind_of(file)) == FAIL ? -1 : REAL(name)(file);         \
  }

SYNCING(fsync)
SYNCING(fdatasync)

int sync_file_range(int file, off64_t from, off64_t length, unsigned int flags) {
  return fault(SYNC, kind_of(file)) == FAIL ? -1
                                            : REAL(sync_file_range)(file, from, length, flags);
}

#define RESIZING(name, offset)                                                          \
  int name(int file, offset length) {                                                   \
    return fault(CHANGE, kind_of(file)) == FAIL ? -1 : REAL(name)(file, length);        \
  }

RESIZING(ftruncate, off_t)
RESIZING(ftruncate64, off64_t)

#define RESERVING(name, offset)                                                           \
  int name(int file, int mode, offset from, offset length) {                              \
    return fault(CHANGE, kind_of(file)) == FAIL ? -1 : REAL(name)(file, mode, from, length); \
  }

RESERVING(fallocate, off_t)
RESERVING(fallocate64, off64_t)

int rename(const char *from, const char *to) {
  return fault(CHANGE, kind(to)) == FAIL ? -1 : REAL(rename)(from, to);
}

int unlink(const char *path) {
  return fault(CHANGE, kind(path)) == FAIL ? -1 : REAL(unlink)(path);
}
